import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, Home, migrateAll, provide, startPostgres } from '@leakwatch/local';
import { PREPARED_HOME } from './shared.ts';

/** Prepares what every end-to-end test needs: a browser, and a home with a migrated database, which each product copies. */
export default async function browserSetup(): Promise<void> {
  findBrowser();
  process.env[PREPARED_HOME] = await prepareHome();
}

/** Finds Chromium, from Debian's packages where the machine has none; the download is kept. */
function findBrowser(): void {
  const program = provide(
    {
      names: ['chromium', 'chromium-browser', 'google-chrome'],
      debianPackage: 'chromium',
      places: ['usr/lib/chromium/chromium'],
      otherwise: 'for the browser tests.',
    },
    join(process.env['LEAKWATCH_TOOLS'] ?? join(tmpdir(), 'leakwatch-tools'), 'chromium'),
  );
  process.env['LEAKWATCH_CHROMIUM'] = program.path;
  for (const [name, value] of Object.entries(program.env)) if (value !== undefined) process.env[name] = value;
}

/** Saves each product the time to initialise PostgreSQL and to migrate. Returns the folder. */
async function prepareHome(): Promise<string> {
  const home = new Home(mkdtempSync(join(tmpdir(), 'leakwatch-prepared-')));
  // PostgreSQL does not run as root, so its account must be able to enter the folder.
  chmodSync(home.path, 0o755);
  const [port = 0] = await freePorts(1);
  const postgres = await startPostgres({
    folder: home.in('postgres'),
    port,
    password: home.secrets({ adminEmail: undefined, adminPassword: undefined }).databasePassword,
    logFile: home.in('logs', 'postgres.log'),
  });
  try {
    await migrateAll(postgres.url);
  } finally {
    await postgres.stop();
  }
  return home.path;
}
