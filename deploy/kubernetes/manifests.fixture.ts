import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const FOLDER = import.meta.dirname;
export const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

const json = z.record(z.string(), z.json());
type Json = z.infer<typeof json>;

/** The objects in the files of a folder. */
export const objectsIn = (folder: string): readonly Json[] =>
  readdirSync(join(FOLDER, folder))
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(read(`${folder}/${name}`)).map((document) => json.parse(document.toJS())));

const isObject = (value: unknown): value is Json => json.safeParse(value).success && !Array.isArray(value);
const nameOf = (value: unknown): unknown => (isObject(value) ? value['name'] : undefined);

/** What a strategic merge patch of Kustomize makes of an object: lists of named things are merged by their names. */
function merged(into: Json, patch: Json): Json {
  const result = { ...into };
  for (const [key, value] of Object.entries(patch)) {
    const old = result[key];
    if (isObject(old) && isObject(value)) result[key] = merged(old, value);
    else if (Array.isArray(old) && Array.isArray(value) && value.every((one) => nameOf(one) !== undefined))
      result[key] = mergedList(old, value);
    else result[key] = value;
  }
  return result;
}

function mergedList(into: readonly Json[string][], patch: readonly Json[string][]): Json[string][] {
  const added = patch.filter((one) => !into.some((old) => nameOf(old) === nameOf(one)));
  const kept = into.map((old) => {
    const change = patch.find((one) => nameOf(one) === nameOf(old));
    return isObject(old) && isObject(change) ? merged(old, change) : old;
  });
  return [...kept, ...added];
}

const reference = z.strictObject({ name: z.string(), key: z.string(), optional: z.boolean().optional() });
const variable = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({ name: z.string(), valueFrom: z.strictObject({ secretKeyRef: reference }) }),
  z.strictObject({ name: z.string(), valueFrom: z.strictObject({ configMapKeyRef: reference }) }),
]);
export type Variable = z.infer<typeof variable>;
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number(),
  failureThreshold: z.number().optional(),
});
const amounts = z.strictObject({ cpu: z.string(), memory: z.string() });
const container = z.strictObject({
  name: z.literal('service'),
  image: z.string(),
  command: z.array(z.string()),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })).optional(),
  env: z.array(variable),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).optional(),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.boolean(),
    capabilities: z.strictObject({ drop: z.array(z.string()) }),
    readOnlyRootFilesystem: z.boolean(),
  }),
  lifecycle: z.strictObject({ preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }) }).optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources: z.strictObject({ requests: amounts, limits: amounts }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});
const pod = z.strictObject({
  restartPolicy: z.string().optional(),
  terminationGracePeriodSeconds: z.number().optional(),
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  securityContext: z.record(z.string(), z.json()),
  topologySpreadConstraints: z.array(z.json()).optional(),
  containers: z.tuple([container]),
  volumes: z.array(z.record(z.string(), z.json())),
});
const workload = z.object({ spec: z.object({ template: z.object({ spec: pod }) }) });
export type Pod = z.infer<typeof pod>;

const nameIn = (object: Json): unknown => (isObject(object['metadata']) ? object['metadata']['name'] : undefined);
const base = objectsIn('base');
const one = (kind: string, name: string): Json => {
  const found = base.find((object) => object['kind'] === kind && nameIn(object) === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

/** The pod of a service as Kustomize makes it: every patch whose target is the service, in order. */
export function podOf(service: string): Pod {
  const { patches } = z
    .object({ patches: z.array(z.strictObject({ path: z.string(), target: z.object({ name: z.string().default('.*') }) })) })
    .parse(parseAllDocuments(read('base/kustomization.yaml'))[0]?.toJS());
  const own = patches.filter(({ target }) => new RegExp(`^(?:${target.name})$`).test(service));
  const all = own.map(({ path }) => json.parse(parseAllDocuments(read(`base/${path}`))[0]?.toJS()));
  return workload.parse(all.reduce(merged, one('Deployment', service))).spec.template.spec;
}

export const podOfMigrations = (): Pod => workload.parse(one('Job', 'migrate')).spec.template.spec;

/** The entries of an example of variables. */
export const variablesIn = (path: string): ReadonlyMap<string, string> =>
  new Map(
    read(path)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
