import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './test-database.ts';
import { takeRedisDatabase } from './test-redis.ts';

/** The signing key, the sealing key and the key of fingerprints of every test environment, each of version 1. */
export const TEST_SECRET = 'a-secret-of-tests-that-is-long-enough-for-keys';

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
  return {
    env: {
      LEAKWATCH_HOME: home,
      LEAKWATCH_SIGNING_KEYS: `1:${TEST_SECRET}`,
      LEAKWATCH_SEALING_KEYS: `1:${TEST_SECRET}`,
      LEAKWATCH_FINGERPRINT_KEY: TEST_SECRET,
      DATABASE_URL: database.url,
      REDIS_URL: await takeRedisDatabase(),
      LOG_LEVEL: 'error',
      BUS_POLL_SECONDS: '1',
      // The check would slow every sign-in down; it has its own tests and is on in the end-to-end tests.
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
