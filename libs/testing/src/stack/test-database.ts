import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { STACK_FILE_VARIABLE } from './shared.ts';

interface Stack {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly template: string;
}

export function testStack(): Stack {
  const file = process.env[STACK_FILE_VARIABLE];
  if (file === undefined) throw new Error('this test needs the medium tier: jest --selectProjects medium');
  const stack: Stack = JSON.parse(readFileSync(file, 'utf8'));
  return stack;
}

export interface TestDatabase {
  /** The owner's url. */
  readonly url: string;
  /** Ends every connection to it, as a restart of PostgreSQL does. */
  dropConnections(): Promise<void>;
  drop(): Promise<void>;
}

async function asOwner(url: URL, statement: string): Promise<void> {
  const owner = new URL(url);
  owner.pathname = '/postgres';
  const client = new pg.Client({ connectionString: owner.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated database of its own for one test file, copied from the template in some 100 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const stack = testStack();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(stack.databaseUrl);
  // Only one copy of a template can be made at a time; files that run side by side wait for each other.
  for (let tries = 0; ; tries += 1) {
    try {
      await asOwner(url, `create database ${name} template ${stack.template}`);
      break;
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === '55006';
      if (!busy || tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  url.pathname = `/${name}`;
  return {
    url: url.href,
    dropConnections: () => asOwner(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    drop: () => asOwner(url, `drop database if exists ${name} with (force)`),
  };
}

/**
 * How many deadlocks PostgreSQL resolved in the database. Close everything that is connected to it first: a connection reports what
 * it counted when it ends.
 */
export async function countDeadlocks(databaseUrl: string): Promise<number> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ open: boolean; deadlocks: string }>(
        `select exists (select from pg_stat_activity where datname = $1) as open, deadlocks, pg_stat_clear_snapshot()
         from pg_stat_database where datname = $1`,
        [name],
      );
      if (rows[0]?.open === false) return Number(rows[0].deadlocks);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await client.end();
  }
}
