import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../cannot-start.ts';
import { Child } from './child.ts';
import { type Program, provide } from './debian.ts';
import type { Part } from './postgres.ts';
import { endStale } from './stale.ts';

const READY_MS = 15_000;

export interface RedisOptions {
  readonly folder: string;
  readonly toolsFolder: string;
  readonly port: number;
  readonly password: string;
  readonly logFile: string;
  /** Numbered databases; 16 when not given. */
  readonly databases?: number;
}

export const redisProgram = (toolsFolder: string): Program =>
  provide(
    {
      names: ['redis-server', 'valkey-server'],
      debianPackage: 'redis-server',
      places: ['usr/bin/redis-server', 'usr/bin/redis-check-rdb'],
      otherwise: 'or set REDIS_URL to a server of your own.',
    },
    join(toolsFolder, 'redis'),
  );

/** True once the server accepts the password and answers. */
const answers = (options: RedisOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(options.port, '127.0.0.1');
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('connect', () => socket.write(`AUTH ${options.password}\r\nPING\r\n`));
    socket.on('data', (chunk) => end(chunk.toString().includes('+OK')));
  });

/** Starts Redis with an append-only file and noeviction, as BullMQ needs it. */
export async function startRedis(options: RedisOptions): Promise<Part> {
  const program = redisProgram(options.toolsFolder);
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const configuration = join(options.folder, 'redis.conf');
  const pidFile = join(options.folder, 'redis.pid');
  if (existsSync(pidFile)) await endStale(Number(readFileSync(pidFile, 'utf8')), configuration, 'SIGTERM');
  const lines = [
    'bind 127.0.0.1',
    `port ${options.port}`,
    `requirepass ${options.password}`,
    `dir "${options.folder}"`,
    'appendonly yes',
    'save ""',
    `databases ${options.databases ?? 16}`,
    'maxmemory-policy noeviction',
    'daemonize no',
    // Redis must not change its command line: a stale server is recognised by the file in it.
    'set-proc-title no',
  ];
  writeFileSync(configuration, `${lines.join('\n')}\n`, { mode: 0o600 });
  const version = spawnSync(program.path, ['--version'], { env: { ...process.env, ...program.env }, encoding: 'utf8' });
  if (version.status !== 0) throw new CannotStart(`${program.path} does not run: ${version.stderr}. Install Redis or set REDIS_URL.`);
  const child = new Child('redis', program.path, [configuration], options.logFile, { env: { ...process.env, ...program.env } });
  writeFileSync(pidFile, String(child.process.pid ?? ''));
  const deadline = Date.now() + READY_MS;
  while (!(await answers(options))) {
    if (!child.isRunning || Date.now() > deadline) {
      await child.stop();
      throw new CannotStart(`Redis did not start; see ${options.logFile}\n${child.lastLines}`);
    }
    await sleep(20);
  }
  return { url: `redis://:${options.password}@127.0.0.1:${options.port}`, child, stop: () => child.stop() };
}
