import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testStack, waitUntil } from '@leakwatch/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type Part, startPostgres } from '../parts/postgres.ts';
import { startRedis } from '../parts/redis.ts';
import { freePorts } from '../ports.ts';
import { KeptPart } from './kept-part.ts';

let folder: string;
let port: number;
let said: string[];
let kept: KeptPart;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leakwatch-kept-'));
  // PostgreSQL does not run as root, so its account must be able to enter the folder.
  chmodSync(folder, 0o755);
  [port = 0] = await freePorts(1);
  said = [];
});
afterEach(async () => {
  await kept.stop();
  rmSync(folder, { recursive: true, force: true });
});

function keep(name: string, start: (stopping: AbortSignal) => Promise<Part>): Promise<Part> {
  kept = new KeptPart({ name, start, logFile: join(folder, 'its.log'), say: (line) => said.push(line) });
  return kept.start();
}

const redis = () =>
  startRedis({
    folder: join(folder, 'redis'),
    toolsFolder: process.env['LEAKWATCH_TOOLS'] ?? join(testStack().folder, 'tools'),
    port,
    password: 'test',
    logFile: join(folder, 'its.log'),
  });

/** The answer of a query with a connection of its own; undefined while there is none. */
async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(text)).rows[0]?.kept;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Holds the recovery at a small file that PostgreSQL reads early in it. `release` lets it go on; closing `pipe` makes a recovery that is still held fail. */
async function holdRecovery(data: string): Promise<{ pipe: FileHandle; release: () => Promise<unknown> }> {
  const path = join(data, 'pg_logical', 'replorigin_checkpoint');
  const content = readFileSync(path);
  rmSync(path);
  execFileSync('mkfifo', ['-m', '666', path]);
  // Opened for both, it waits for no reader.
  const pipe = await open(path, 'r+');
  const release = () => {
    // The checkpoint at the end makes the file anew. A recovery that has not come here yet goes on without it.
    rmSync(path);
    return pipe.write(content);
  };
  return { pipe, release };
}

describe('an embedded store that ends by itself', () => {
  it('PostgreSQL is started again at the same address, with its data', async () => {
    const options = { folder: join(folder, 'postgres'), port, password: 'test', logFile: join(folder, 'its.log') };
    const { url, child } = await keep('PostgreSQL', () => startPostgres(options));
    await ask(url, 'create table of_before as select 42 as kept');
    child.process.kill('SIGQUIT');
    await waitUntil('PostgreSQL', async () => (await ask(url, 'select kept from of_before')) === 42);
    expect(said).toEqual([expect.stringMatching(/^PostgreSQL ended by itself \(.+\); it is started again in 1 s\. Its log: .+its\.log$/)]);
  });

  it('PostgreSQL recovers for as long as that takes', async () => {
    const data = join(folder, 'postgres');
    const options = { folder: data, port, password: 'test', logFile: join(folder, 'its.log'), say: (line: string) => said.push(line) };
    let starts = 0;
    let held: Awaited<ReturnType<typeof holdRecovery>> | undefined;
    try {
      const { url, child } = await keep('PostgreSQL', async (stopping) => {
        starts += 1;
        if (starts === 1) return startPostgres(options);
        held ??= await holdRecovery(data);
        return startPostgres({ ...options, stopping, readyMs: 3_000 });
      });
      await ask(url, 'create table of_before as select 42 as kept');
      child.process.kill('SIGKILL');
      await waitUntil('the launcher reports the recovery', async () => said.some((line) => line.includes('restores its data')));
      await held?.release();
      await waitUntil('PostgreSQL', async () => (await ask(url, 'select kept from of_before')) === 42);
    } finally {
      await held?.pipe.close();
    }
    expect(said).toEqual([
      expect.stringMatching(/^PostgreSQL ended by itself \(signal SIGKILL\)/),
      'PostgreSQL was not stopped in order and restores its data from its log. That may take minutes.',
    ]);
    expect(starts).toBe(2);
  });

  it('is stopped while it starts', async () => {
    let starts = 0;
    const { child } = await keep('Redis', async (stopping) => {
      starts += 1;
      if (starts === 1) return redis();
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      throw new Error('it was to stop');
    });
    child.process.kill('SIGKILL');
    await waitUntil('the second start', async () => starts === 2);
    await kept.stop();
    expect(starts).toBe(2);
  });

  it('Redis is started again, and after a stop no more', async () => {
    const { url, child } = await keep('Redis', redis);
    const client = new Redis(url, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    try {
      await client.set('key', 'kept');
      child.process.kill('SIGTERM');
      await waitUntil('Redis to end', async () => !child.isRunning);
      expect(await client.get('key')).toBe('kept');
    } finally {
      client.disconnect();
    }
    await kept.stop();
    expect(said).toEqual([expect.stringMatching(/^Redis ended by itself \(exit code 0\); it is started again in 1 s\./)]);
  });

  it('is tried again when it does not start at once', async () => {
    let starts = 0;
    const { child } = await keep('Redis', async () => {
      starts += 1;
      if (starts === 2) throw new Error('the disk is full');
      return redis();
    });
    child.process.kill('SIGKILL');
    await waitUntil('the third start', async () => starts === 3);
    expect(said.map((line) => line.split(';')[0])).toEqual(['Redis ended by itself (signal SIGKILL)', 'Redis did not start']);
  });
});
