import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';
import { ROOT } from '../root.ts';

/** The path of a built program. */
export const programPath = (name: string) => join(ROOT, 'dist', `${name}.js`);

/** Migrates in a separate process. Returns the names of the steps that ran. */
export async function migrateApart(databaseUrl: string): Promise<readonly string[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [programPath('migrate')], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    return stdout.split('\n').filter((line) => line !== '');
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new CannotStart(`The database could not be migrated: ${said}`);
  }
}
