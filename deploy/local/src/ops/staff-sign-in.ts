import { resolve } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { nextKeptCode, type StaffSignIn } from '../demo/staff-client.ts';
import { Home } from '../home.ts';
import type { InstallationSettings } from '../settings.ts';

/** The console of the installation that the settings name, and its first staff account. */
export function staffSignIn(settings: InstallationSettings): StaffSignIn {
  const home = resolve(settings.LEAKWATCH_HOME);
  const kept = Home.kept(home);
  const password = settings.LEAKWATCH_ADMIN_PASSWORD ?? kept?.adminPassword;
  const email = kept?.adminEmail ?? settings.LEAKWATCH_ADMIN_EMAIL;
  if (email === undefined || password === undefined)
    throw new CannotStart(
      `There is no installation in ${home}: set its LEAKWATCH_HOME, or LEAKWATCH_ADMIN_EMAIL and LEAKWATCH_ADMIN_PASSWORD.`,
    );
  return {
    url: Home.running(home)?.url ?? settings.LEAKWATCH_PUBLIC_URL ?? `http://${settings.LEAKWATCH_HOST}:${settings.LEAKWATCH_PORT}`,
    email,
    password,
    code: () => settings.LEAKWATCH_ADMIN_CODE ?? nextKeptCode(home),
  };
}
