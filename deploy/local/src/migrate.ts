import { migrateAll } from './run/migrate.ts';

// A separate program: deployments run it as a job before the services, and the launcher stays small.
const url = process.env['DATABASE_URL'];
try {
  if (url === undefined) throw new Error('DATABASE_URL is not set');
  for (const step of await migrateAll(url)) process.stdout.write(`${step}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
