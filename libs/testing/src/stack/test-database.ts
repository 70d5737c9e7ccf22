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

/** Connections that are being closed are gone long before. */
const CLOSED_WITHIN_MS = 30_000;

interface Left {
  readonly pid: number;
  readonly kind: string;
  readonly state: string | null;
  readonly query: string;
}

/**
 * How many deadlocks PostgreSQL resolved in the database. Close everything that is connected to it first: a connection reports what
 * it counted when it ends. What is still connected after CLOSED_WITHIN_MS is named on stderr and ended.
 * @throws Error where it does not end within as long again
 */
export async function countDeadlocks(databaseUrl: string): Promise<number> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await untilClosed(client, name);
    const { rows } = await client.query<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = $1', [name]);
    return Number(rows[0]?.deadlocks ?? 0);
  } finally {
    await client.end();
  }
}

async function untilClosed(client: pg.Client, database: string): Promise<void> {
  const begun = Date.now();
  for (let isEnded = false; ; ) {
    const { rows: left } = await client.query<Left>(
      'select pid, backend_type as kind, state, left(query, 200) as query from pg_stat_activity where datname = $1',
      [database],
    );
    if (left.length === 0) return;
    const waited = Date.now() - begun;
    if (waited > 2 * CLOSED_WITHIN_MS) throw new Error(`connections stay open: ${JSON.stringify(left)}`);
    if (waited > CLOSED_WITHIN_MS && !isEnded) {
      process.stderr.write(`ended, because they were left open: ${JSON.stringify(left)}\n`);
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
      isEnded = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
