import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, type LocalService, type Part, startPostgres, startRedis } from '@leakwatch/local';
import { type Cut, Link } from './link.ts';

export const STORES = ['postgres', 'redis'] as const;
export type Store = (typeof STORES)[number];

const PASSWORD = 'of-this-run-alone';
/** Processes of a killed PostgreSQL hold its shared memory for a moment; it does not start before they end. */
const START_AGAIN_MS = 30_000;
/** Eight processes with their pools and held partitions. */
const CONNECTIONS = 400;

interface Ports {
  readonly postgres: number;
  readonly redis: number;
}

async function storePorts(): Promise<Ports> {
  const [postgres = 0, redis = 0] = await freePorts(2);
  return { postgres, redis };
}

interface ServiceLinks {
  readonly ports: Ports;
  readonly links: Readonly<Record<Store, Link>>;
}

/** PostgreSQL and Redis of one run. Each service reaches them over links of its own. */
export class Stores {
  private readonly folder: string;
  private readonly ports: Ports;
  private readonly parts: Record<Store, Part>;
  private readonly services: Readonly<Record<LocalService, ServiceLinks>>;

  private constructor(folder: string, ports: Ports, parts: Record<Store, Part>, services: Readonly<Record<LocalService, ServiceLinks>>) {
    this.folder = folder;
    this.ports = ports;
    this.parts = parts;
    this.services = services;
  }

  static async start(folder: string): Promise<Stores> {
    const ports = await storePorts();
    const postgres = await start(folder, 'postgres', ports);
    const redis = await start(folder, 'redis', ports).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    const parts = { postgres, redis };
    const linked = async (): Promise<ServiceLinks> => {
      const own = await storePorts();
      const links = { postgres: await Link.open(own.postgres, ports.postgres), redis: await Link.open(own.redis, ports.redis) };
      return { ports: own, links };
    };
    return new Stores(folder, ports, parts, {
      gateway: await linked(),
      crawler: await linked(),
      reports: await linked(),
      events: await linked(),
      tasks: await linked(),
      admin: await linked(),
    });
  }

  /** Of the servers themselves. */
  get databaseUrl(): string {
    return this.parts.postgres.url;
  }
  get redisUrl(): string {
    return this.parts.redis.url;
  }

  /** The settings with which a service reaches them over its links. */
  envOf(service: LocalService): NodeJS.ProcessEnv {
    const { ports } = this.services[service];
    const over = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;
    return { DATABASE_URL: over(this.databaseUrl, ports.postgres), REDIS_URL: over(this.redisUrl, ports.redis) };
  }

  /** Kills a store as a crash would and starts it on its data after `ms`. */
  async kill(store: Store, ms: number): Promise<void> {
    this.parts[store].child.process.kill('SIGKILL');
    await sleep(ms);
    await this.startAgain(store);
  }

  /** Kills Redis, removes its data, and starts it after `ms`. */
  async emptyRedis(ms: number): Promise<void> {
    this.parts.redis.child.process.kill('SIGKILL');
    await sleep(ms);
    rmSync(join(this.folder, 'redis'), { recursive: true, force: true });
    await this.startAgain('redis');
  }

  cut(service: LocalService, store: Store, how: Cut): void {
    this.services[service].links[store].cut(how);
  }

  heal(service: LocalService, store: Store): void {
    this.services[service].links[store].heal();
  }

  private async startAgain(store: Store): Promise<void> {
    const deadline = Date.now() + START_AGAIN_MS;
    for (;;) {
      try {
        this.parts[store] = await start(this.folder, store, this.ports);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(100);
      }
    }
  }

  async stop(): Promise<void> {
    for (const { links } of Object.values(this.services)) await Promise.all(STORES.map((store) => links[store].close()));
    await this.parts.redis.stop();
    await this.parts.postgres.stop();
  }
}

function start(folder: string, store: Store, ports: Ports): Promise<Part> {
  const options = { folder: join(folder, store), port: ports[store], password: PASSWORD, logFile: join(folder, `${store}.log`) };
  return store === 'postgres'
    ? startPostgres({ ...options, connections: CONNECTIONS })
    : startRedis({ ...options, toolsFolder: process.env['LEAKWATCH_TOOLS'] ?? join(folder, 'tools') });
}
