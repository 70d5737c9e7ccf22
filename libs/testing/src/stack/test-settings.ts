import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, testStack } from './test-database.ts';

/** Databases of Redis that tests may use; one a file keeps their keys apart. */
const REDIS_DATABASES = 16;
let next = Math.floor(Math.random() * REDIS_DATABASES);

export interface TestEnvironment {
  /** Environment variables of a service that runs against the test stack. */
  readonly env: NodeJS.ProcessEnv;
  readonly databaseUrl: string;
  drop(): Promise<void>;
}

/** Everything that a service needs, with a database, a Redis database and a home folder of its own. */
export async function createTestEnvironment(extra: NodeJS.ProcessEnv = {}): Promise<TestEnvironment> {
  const database = await createTestDatabase();
  const home = mkdtempSync(join(tmpdir(), 'leakwatch-home-'));
  next = (next + 1) % REDIS_DATABASES;
  return {
    env: {
      LEAKWATCH_HOME: home,
      LEAKWATCH_SECRET: 'a secret of tests that is long enough for keys',
      DATABASE_URL: database.url,
      REDIS_URL: `${testStack().redisUrl}/${next}`,
      LOG_LEVEL: 'error',
      BUS_POLL_SECONDS: '1',
      // Each sign-in would cost its work; the check has tests of its own, and end to end it is on.
      BOT_CHECK: 'off',
      ...extra,
    },
    databaseUrl: database.url,
    drop: async () => {
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
