import { resolve } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { Home } from '../home.ts';
import type { InstallationSettings } from '../settings.ts';

/** The database of the installation that the settings name: given, or embedded and running on this machine. */
export function databaseUrlOf(settings: InstallationSettings): string {
  const home = resolve(settings.LEAKWATCH_HOME);
  const url = settings.DATABASE_URL ?? Home.running(home)?.databaseUrl;
  if (url === undefined)
    throw new CannotStart(`Leakwatch does not run from ${home}: start it, set its LEAKWATCH_HOME, or set DATABASE_URL to its database.`);
  return url;
}
