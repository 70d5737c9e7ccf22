import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, migrateAll, startPostgres, startRedis } from '@leakwatch/local';
import { REDIS_DATABASES, running, STACK_FILE_VARIABLE, TEMPLATE } from './shared.ts';

/** Starts PostgreSQL and Redis once for all medium tests, and migrates the template that each test's database is copied from. */
export default async function globalSetup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leakwatch-test-'));
  // PostgreSQL must be able to enter the folder; when the tests run as root, it runs under another account.
  chmodSync(folder, 0o755);
  const [postgresPort = 0, redisPort = 0] = await freePorts(2);
  const started = await Promise.allSettled([
    startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, password: 'test', logFile: join(folder, 'postgres.log') }),
    startRedis({
      folder: join(folder, 'redis'),
      toolsFolder: process.env['LEAKWATCH_TOOLS'] ?? join(folder, 'tools'),
      port: redisPort,
      password: 'test',
      logFile: join(folder, 'redis.log'),
      databases: REDIS_DATABASES,
    }),
  ]);
  for (const part of started) if (part.status === 'fulfilled') running.push(part.value);
  const [postgres, redis] = started;
  if (postgres.status === 'rejected' || redis.status === 'rejected') {
    await Promise.all(running.map((part) => part.stop()));
    throw new Error('the test stack did not start', { cause: started });
  }
  await migrateAll(postgres.value.url);
  const file = join(folder, 'stack.json');
  writeFileSync(file, JSON.stringify({ folder, databaseUrl: postgres.value.url, redisUrl: redis.value.url, template: TEMPLATE }));
  process.env[STACK_FILE_VARIABLE] = file;
}
