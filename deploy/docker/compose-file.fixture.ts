import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const ROOT = join(import.meta.dirname, '../..');
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** docker-compose.yml as YAML says it, before `.env` is filled in. */
export const rawComposeFile = (): unknown => parse(read('docker-compose.yml'), { merge: true });

/** The parts that the tests check. The schema of the Compose Specification checks the rest. */
const composeService = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  pull_policy: z.string().optional(),
  command: z.array(z.string()).optional(),
  container_name: z.string().optional(),
  user: z.string().optional(),
  restart: z.string().optional(),
  read_only: z.boolean().default(false),
  privileged: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  logging: z.object({ driver: z.string() }).optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
  deploy: z.object({ resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string(), pids: z.number() }) }) }).optional(),
});

const composeFile = z.object({
  services: z.record(z.string(), composeService),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  volumes: z.record(z.string(), z.unknown()),
});
export type ComposeService = z.output<typeof composeService>;

export const { services, networks, volumes } = composeFile.parse(rawComposeFile());

export function serviceOf(name: string): ComposeService {
  const service = services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}

/** The services of the product, each a program of the one image. */
export const PROGRAMS = ['gateway', 'admin', 'tasks', 'crawler', 'events', 'reports'] as const;
export const STORES = ['postgres', 'redis', 'kafka', 'objects'] as const;

/** `${NAME}` with its suffix: `:?text` refuses to start without a value, `:-value` is a default. */
export interface Variable {
  readonly name: string;
  readonly rest: string;
}

export const variablesIn = (text: string): readonly Variable[] =>
  [...text.matchAll(/(?<!\$)\$\{(\w+)([^}]*)\}/g)].map(([, name = '', rest = '']) => ({ name, rest }));

const STAND_INS: Readonly<Record<string, string>> = { LEAKWATCH_ADMIN_EMAIL: 'staff@romashka.example' };

/** The text with every variable replaced by its default, or by a valid placeholder where there is none. */
export const filledIn = (text: string): string =>
  text.replaceAll(
    /(?<!\$)\$\{(\w+)(?::-([^}]*)|[^}]*)\}/g,
    (_, name: string, standard: string | undefined) =>
      standard ?? STAND_INS[name] ?? `${name.endsWith('_KEYS') ? '1:' : ''}${'0123456789abcdef'.repeat(2)}`,
  );
