import { loadSettings } from '@leakwatch/platform';
import { givenPasswords } from './run/logins.ts';
import { migrateAll } from './run/migrate.ts';
import { migrationSettings } from './settings.ts';

// A separate program: deployments run it as a job before the services, and the launcher stays small.
try {
  const settings = loadSettings(migrationSettings, process.env);
  for (const step of await migrateAll(settings.DATABASE_URL, givenPasswords(settings))) process.stdout.write(`${step}\n`);
  process.exit(0);
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
