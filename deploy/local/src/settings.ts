import { adminSettings } from '@leakwatch/admin/settings';
import { crawlerSettings } from '@leakwatch/crawler/settings';
import { eventsSettings } from '@leakwatch/events/settings';
import { gatewaySettings } from '@leakwatch/gateway/settings';
import { consoleAddressSettings, coreSettings, databaseSettings } from '@leakwatch/platform';
import { reportsSettings } from '@leakwatch/reports/settings';
import { tasksSettings } from '@leakwatch/tasks/settings';
import { z } from 'zod';
import type { LocalService } from './run/service-names.ts';

const SETTINGS_OF = {
  gateway: gatewaySettings.shape,
  admin: adminSettings.shape,
  tasks: tasksSettings.shape,
  crawler: crawlerSettings.shape,
  events: eventsSettings.shape,
  reports: reportsSettings.shape,
} as const satisfies Record<LocalService, Readonly<Record<string, z.ZodType>>>;

/**
 * Every setting: an environment variable with its default and its purpose. docs/operating.md has this table; a test compares the
 * two. Settings that the launcher generates are optional here.
 */
export const installationSettings = z.object({
  ...consoleAddressSettings.shape,
  ...coreSettings.shape,
  LEAKWATCH_SECRET: coreSettings.shape.LEAKWATCH_SECRET.optional().describe(coreSettings.shape.LEAKWATCH_SECRET.description ?? ''),
  ...databaseSettings.shape,
  DATABASE_URL: databaseSettings.shape.DATABASE_URL.optional().describe(databaseSettings.shape.DATABASE_URL.description ?? ''),
  REDIS_URL: coreSettings.shape.REDIS_URL.optional().describe(coreSettings.shape.REDIS_URL.description ?? ''),
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

type MadeHere = 'LEAKWATCH_SECRET' | 'DATABASE_URL' | 'REDIS_URL';

/** The settings of a service without those that are optional for an installation and required for a process. */
function without<S extends Readonly<Record<string, z.ZodType>>>(shape: S): Omit<S, MadeHere> {
  const { LEAKWATCH_SECRET: _secret, DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = shape;
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
