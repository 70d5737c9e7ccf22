import { resolve } from 'node:path';
import type { Settings } from '@leakwatch/platform';
import { CannotStart } from '../cannot-start.ts';
import { Home, type KeptSecrets } from '../home.ts';
import { startPostgres } from '../parts/postgres.ts';
import { startRedis } from '../parts/redis.ts';
import { freePorts, isFree } from '../ports.ts';
import { migrateApart } from './programs.ts';
import { type LocalService, Services } from './services.ts';

export interface Ready {
  readonly url: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly home: Home;
  readonly services: Services;
  /** The owner's. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

type Say = (line: string) => void;

/** Leakwatch on one machine: databases, six services, console; started step by step and stopped in reverse. */
export class Installation {
  private readonly settings: Settings;
  private readonly say: Say;
  private readonly stops: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | undefined;

  constructor(settings: Settings, say: Say) {
    this.settings = settings;
    this.say = say;
  }

  /** Throws CannotStart with what to do; whatever was started before is then stopped by `stop`. */
  async start(extra: NodeJS.ProcessEnv = {}): Promise<Ready> {
    const { settings } = this;
    if (!(await isFree(settings.LEAKWATCH_PORT, settings.LEAKWATCH_HOST)))
      throw new CannotStart(
        `Port ${settings.LEAKWATCH_PORT} on ${settings.LEAKWATCH_HOST} is taken: stop what uses it or set LEAKWATCH_PORT to another.`,
      );
    const home = new Home(resolve(settings.LEAKWATCH_HOME));
    home.lock();
    this.stops.push(async () => home.unlock());
    const secrets = home.secrets({ adminEmail: settings.LEAKWATCH_ADMIN_EMAIL, adminPassword: settings.LEAKWATCH_ADMIN_PASSWORD });
    const ports = await freePorts(7, [settings.LEAKWATCH_PORT]);
    const databaseUrl = await this.step('PostgreSQL', () => this.database(home, secrets, ports[0] ?? 0));
    const redisUrl = await this.step('Redis', () => this.redis(home, secrets, ports[1] ?? 0));
    home.keepRunning({ databaseUrl, redisUrl });
    await this.step('Migrations', async () => {
      const ran = await migrateApart(databaseUrl);
      return ran.length === 0 ? 'up to date' : `${ran.length} steps`;
    });
    const urls = this.urls(ports);
    const services = new Services({
      env: this.environment(home, secrets, databaseUrl, redisUrl, urls, extra),
      logFolder: home.in('logs'),
      urls,
    });
    this.stops.push(() => services.stopAll());
    await this.step('Services and console', () => services.startAll());
    return {
      url: urls.gateway,
      adminEmail: secrets.adminEmail,
      adminPassword: secrets.adminPassword,
      home,
      services,
      databaseUrl,
      redisUrl,
    };
  }

  /** Something of the caller's own that is to end before everything that was started here. */
  beforeStop(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  /** Stops in the reverse order of the start; may be called at any time and more than once. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      for (const stop of this.stops.reverse()) await stop();
    })();
    return this.stopping;
  }

  private async step<T>(label: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.say(`${label}${label === 'Migrations' && typeof result === 'string' ? ` (${result})` : ''}: ${seconds} s`);
    return result;
  }

  private async database(home: Home, secrets: KeptSecrets, port: number): Promise<string> {
    if (this.settings.DATABASE_URL !== undefined) return this.settings.DATABASE_URL;
    const part = await startPostgres({
      folder: home.in('postgres'),
      port,
      password: secrets.databasePassword,
      logFile: home.in('logs', 'postgres.log'),
    });
    this.stops.push(() => part.stop());
    if (part.movedTo !== undefined)
      this.say(`PostgreSQL's binaries and data are below ${part.movedTo}: its account may not enter ${home.path}`);
    return part.url;
  }

  private async redis(home: Home, secrets: KeptSecrets, port: number): Promise<string> {
    if (this.settings.REDIS_URL !== undefined) return this.settings.REDIS_URL;
    const part = await startRedis({
      folder: home.in('redis'),
      toolsFolder: home.in('tools'),
      port,
      password: secrets.redisPassword,
      logFile: home.in('logs', 'redis.log'),
    });
    this.stops.push(() => part.stop());
    return part.url;
  }

  private urls(ports: readonly number[]): Record<LocalService, string> {
    const local = (index: number) => `http://127.0.0.1:${ports[index]}`;
    return {
      gateway: `http://${this.settings.LEAKWATCH_HOST}:${this.settings.LEAKWATCH_PORT}`,
      admin: local(2),
      tasks: local(3),
      crawler: local(4),
      events: local(5),
      reports: local(6),
    };
  }

  private environment(
    home: Home,
    secrets: KeptSecrets,
    databaseUrl: string,
    redisUrl: string,
    urls: Record<LocalService, string>,
    extra: NodeJS.ProcessEnv,
  ): NodeJS.ProcessEnv {
    return {
      NODE_ENV: 'production',
      ...process.env,
      // Code that was compiled once is not compiled again at the next start.
      NODE_COMPILE_CACHE: home.in('compile-cache'),
      LEAKWATCH_HOME: home.path,
      LEAKWATCH_SECRET: this.settings.LEAKWATCH_SECRET ?? secrets.secret,
      LEAKWATCH_ADMIN_EMAIL: secrets.adminEmail,
      LEAKWATCH_ADMIN_PASSWORD: secrets.adminPassword,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      ADMIN_URL: urls.admin,
      TASKS_URL: urls.tasks,
      CRAWLER_URL: urls.crawler,
      EVENTS_URL: urls.events,
      REPORTS_URL: urls.reports,
      ...extra,
    };
  }
}
