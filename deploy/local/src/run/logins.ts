import { createHmac } from 'node:crypto';
import { loginUrl } from '@leakwatch/platform';
import type { KeptSecrets } from '../home.ts';
import { type InstallationSettings, PASSWORD_SETTINGS } from '../settings.ts';
import { DATABASE_SERVICES, type DatabaseService, type LocalService } from './service-names.ts';

export type LoginPasswords = ReadonlyMap<DatabaseService, string>;

/** The passwords that the settings name. */
export const givenPasswords = (settings: Partial<InstallationSettings>): LoginPasswords =>
  new Map(
    DATABASE_SERVICES.flatMap((service) => {
      const password = settings[PASSWORD_SETTINGS[service]];
      return password === undefined ? [] : [[service, password] as const];
    }),
  );

/** A password for each service: given, or derived from the one of the database, so that nothing else is stored. */
export function loginPasswords(settings: InstallationSettings, { databasePassword }: KeptSecrets): LoginPasswords {
  const derive = (service: string) => createHmac('sha256', databasePassword).update(`login:${service}`).digest('base64url');
  const given = givenPasswords(settings);
  return new Map(DATABASE_SERVICES.map((service) => [service, given.get(service) ?? derive(service)]));
}

const isDatabaseService = (service: LocalService): service is DatabaseService => service !== 'gateway';

/** The environment of a service with the address of its own login in place of the owner's. */
export function withLogin(service: LocalService, env: NodeJS.ProcessEnv, passwords: LoginPasswords): NodeJS.ProcessEnv {
  const { DATABASE_URL: ownerUrl, ...rest } = env;
  const password = isDatabaseService(service) ? passwords.get(service) : undefined;
  return ownerUrl === undefined || password === undefined ? rest : { ...rest, DATABASE_URL: loginUrl(ownerUrl, service, password) };
}
