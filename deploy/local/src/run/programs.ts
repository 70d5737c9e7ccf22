import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';
import { ROOT } from '../root.ts';
import { PASSWORD_SETTINGS } from '../settings.ts';
import type { LoginPasswords } from './logins.ts';

/** Where the built programs are. */
export const PROGRAMS = join(ROOT, 'dist');

/** The path of a built program. */
export const programPath = (name: string, folder = PROGRAMS) => join(folder, `${name}.js`);

/** Migrates and creates the logins in a separate process. Returns the names of the steps that ran. */
export async function migrateApart(databaseUrl: string, passwords: LoginPasswords): Promise<readonly string[]> {
  const given = Object.fromEntries([...passwords].map(([service, password]) => [PASSWORD_SETTINGS[service], password]));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [programPath('migrate')], {
      env: { ...process.env, ...given, DATABASE_URL: databaseUrl },
    });
    return stdout.split('\n').filter((line) => line !== '');
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new CannotStart(`The database could not be migrated: ${said}`);
  }
}
