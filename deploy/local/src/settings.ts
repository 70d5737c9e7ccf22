import { adminSettings } from '@leakwatch/admin/settings';
import { crawlerSettings } from '@leakwatch/crawler/settings';
import { eventsSettings } from '@leakwatch/events/settings';
import { gatewaySettings } from '@leakwatch/gateway/settings';
import { consoleAddressSettings, coreSettings, databaseSettings, fingerprintSettings, sealingSettings } from '@leakwatch/platform';
import { reportsSettings } from '@leakwatch/reports/settings';
import { tasksSettings } from '@leakwatch/tasks/settings';
import { z } from 'zod';
import type { DatabaseService, LocalService } from './run/service-names.ts';

const SETTINGS_OF = {
  gateway: gatewaySettings.shape,
  admin: adminSettings.shape,
  tasks: tasksSettings.shape,
  crawler: crawlerSettings.shape,
  events: eventsSettings.shape,
  reports: reportsSettings.shape,
} as const satisfies Record<LocalService, Readonly<Record<string, z.ZodType>>>;

/** Passwords become part of an address. */
const loginPassword = (service: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,128}$/, '16 to 128 letters, digits, dashes and underscores')
    .optional()
    .describe(`Password of the ${service} service’s own login at PostgreSQL, for the migrations; generated when not given`);

/** The passwords that the migrations give to the logins of the services. */
const LOGIN_SETTINGS = {
  ADMIN_DATABASE_PASSWORD: loginPassword('admin'),
  TASKS_DATABASE_PASSWORD: loginPassword('tasks'),
  CRAWLER_DATABASE_PASSWORD: loginPassword('crawler'),
  EVENTS_DATABASE_PASSWORD: loginPassword('events'),
  REPORTS_DATABASE_PASSWORD: loginPassword('reports'),
} as const;

/** The setting with the password of each service's login. */
export const PASSWORD_SETTINGS = {
  admin: 'ADMIN_DATABASE_PASSWORD',
  tasks: 'TASKS_DATABASE_PASSWORD',
  crawler: 'CRAWLER_DATABASE_PASSWORD',
  events: 'EVENTS_DATABASE_PASSWORD',
  reports: 'REPORTS_DATABASE_PASSWORD',
} as const satisfies Record<DatabaseService, keyof typeof LOGIN_SETTINGS>;

/** A setting that the launcher generates where it is not given. */
const optional = <T extends z.ZodType>(field: T) => field.optional().describe(field.description ?? '');

/**
 * Every setting: an environment variable with its default and its purpose. docs/operating.md has this table; a test compares the
 * two. Settings that the launcher generates are optional here.
 */
export const installationSettings = z.object({
  ...consoleAddressSettings.shape,
  ...coreSettings.shape,
  LEAKWATCH_SIGNING_KEYS: optional(coreSettings.shape.LEAKWATCH_SIGNING_KEYS),
  LEAKWATCH_SEALING_KEYS: optional(sealingSettings.shape.LEAKWATCH_SEALING_KEYS),
  LEAKWATCH_FINGERPRINT_KEY: optional(fingerprintSettings.shape.LEAKWATCH_FINGERPRINT_KEY),
  ...databaseSettings.shape,
  DATABASE_URL: optional(databaseSettings.shape.DATABASE_URL),
  ...LOGIN_SETTINGS,
  REDIS_URL: optional(coreSettings.shape.REDIS_URL),
  ...without(SETTINGS_OF.gateway),
  ...without(SETTINGS_OF.admin),
  LEAKWATCH_ADMIN_CODE: z
    .string()
    .min(1)
    .optional()
    .describe('A code of its second factor, or a recovery code, for one command of `npm run ops` that signs in'),
  ...without(SETTINGS_OF.tasks),
  ...without(SETTINGS_OF.crawler),
  ...without(SETTINGS_OF.events),
  ...without(SETTINGS_OF.reports),
});
export type InstallationSettings = z.output<typeof installationSettings>;

/** What the program that migrates is configured by: the owner's address, and the passwords of the logins that it creates. */
export const migrationSettings = z.object({ DATABASE_URL: databaseSettings.shape.DATABASE_URL, ...LOGIN_SETTINGS });

type MadeHere = 'LEAKWATCH_SIGNING_KEYS' | 'LEAKWATCH_SEALING_KEYS' | 'LEAKWATCH_FINGERPRINT_KEY' | 'DATABASE_URL' | 'REDIS_URL';

/** The settings of a service without those that are optional for an installation and required for a process. */
function without<S extends Readonly<Record<string, z.ZodType>>>(shape: S): Omit<S, MadeHere> {
  const {
    LEAKWATCH_SIGNING_KEYS: _signing,
    LEAKWATCH_SEALING_KEYS: _sealing,
    LEAKWATCH_FINGERPRINT_KEY: _fingerprint,
    DATABASE_URL: _database,
    REDIS_URL: _redis,
    ...rest
  } = shape;
  return rest;
}

/** The names of a service's settings. */
export const settingNames = (service: LocalService): readonly string[] => Object.keys(SETTINGS_OF[service]);

/** An environment for a process of a service: settings of other services are removed. */
export function environmentOf(service: LocalService, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = new Set(settingNames(service));
  const others = new Set(Object.keys(installationSettings.shape).filter((name) => !own.has(name)));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !others.has(name)));
}
