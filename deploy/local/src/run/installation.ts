import { resolve } from 'node:path';
import { Home, type KeptSecrets, type Running } from '../home.ts';
import { DEFAULT_CONNECTIONS, type Part, startPostgres } from '../parts/postgres.ts';
import { startRedis } from '../parts/redis.ts';
import { freePorts, OUR_PORTS, type PortRange } from '../ports.ts';
import { environmentOf, type InstallationSettings } from '../settings.ts';
import { keySettings, keyStages, sealingVersion } from './key-settings.ts';
import { addressesFor, addressSettings, gatewayPorts, metricsSettings, portsBehind } from './addresses.ts';
import { KeptPart } from './kept-part.ts';
import { loginPasswords, withLogin } from './logins.ts';
import { migrateApart, PROGRAMS } from './programs.ts';
import { ONE_EACH, type Scale } from './scale.ts';
import type { LocalService } from './service-names.ts';
import { Services } from './services.ts';

export interface Ready {
  /** Of the first gateway. */
  readonly url: string;
  /** Of every gateway. */
  readonly urls: readonly string[];
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly home: Home;
  readonly services: Services;
  /** The owner's. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

type Say = (line: string) => void;
type ExtraSettings = (service: LocalService, addresses: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;

/** Connections of the bus in each process: held partitions, counting, notifications. */
const BUS_CONNECTIONS = 15;
/** How often the launcher looks whether `npm run ops` has stored other keys. */
const LOOK_MS = 1_000;
/** For migrations and for operators' queries. */
const SPARE_CONNECTIONS = 10;

/** Leakwatch on one machine: databases, services, console; started step by step and stopped in reverse. */
export class Installation {
  private readonly settings: InstallationSettings;
  private readonly say: Say;
  private readonly scale: Scale;
  private readonly ports: PortRange;
  private readonly stops: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | undefined;
  private readonly programs: string;
  private secrets: KeptSecrets | undefined;

  /** `ports`: the range for the services behind the gateways; `programs`: the folder of the services' programs. */
  constructor(settings: InstallationSettings, say: Say, scale = ONE_EACH, ports = OUR_PORTS, programs = PROGRAMS) {
    this.settings = settings;
    this.say = say;
    this.scale = scale;
    this.ports = ports;
    this.programs = programs;
  }

  /**
   * Throws CannotStart with what to do; whatever was started before is then stopped by `stop`.
   * @param extra settings of every service
   * @param extraOf settings of one process, by its service and the settings with which it finds the others
   */
  async start(extra: NodeJS.ProcessEnv = {}, extraOf: ExtraSettings = () => ({})): Promise<Ready> {
    const { settings, scale } = this;
    const gatewayPortNumbers = await gatewayPorts({ host: settings.LEAKWATCH_HOST, port: settings.LEAKWATCH_PORT }, scale.gateway);
    const home = new Home(resolve(settings.LEAKWATCH_HOME));
    home.lock();
    this.stops.push(async () => home.unlock());
    const secrets = home.secrets({ adminEmail: settings.LEAKWATCH_ADMIN_EMAIL, adminPassword: settings.LEAKWATCH_ADMIN_PASSWORD });
    const [databasePort = 0, redisPort = 0, ...ports] = await freePorts(2 + portsBehind(scale), gatewayPortNumbers, this.ports);
    const databaseUrl = await this.step('PostgreSQL', () => this.database(home, secrets, databasePort));
    const redisUrl = await this.step('Redis', () => this.redis(home, secrets, redisPort));
    home.keepRunning({ databaseUrl, redisUrl });
    const passwords = loginPasswords(settings, secrets);
    await this.step('Migrations', async () => {
      const ran = await migrateApart(databaseUrl, passwords);
      return ran.length === 0 ? 'up to date' : `${ran.length} steps`;
    });
    const urls = addressesFor(scale, settings.LEAKWATCH_HOST, gatewayPortNumbers, ports);
    const env = { ...this.environment(home, secrets, databaseUrl, redisUrl), ...extra };
    this.secrets = secrets;
    const services = new Services({
      scale,
      programs: this.programs,
      urls,
      envOf: (service, url) => {
        const addresses = { ...addressSettings(urls, url), ...metricsSettings(urls, url, settings.METRICS_PORT) };
        const all = { ...env, ...keySettings(settings, this.secrets ?? secrets), ...addresses, ...extraOf(service, addresses) };
        return withLogin(service, environmentOf(service, all), passwords);
      },
      logFolder: home.in('logs'),
      say: this.say,
    });
    this.stops.push(() => services.stopAll());
    await this.step('Services and console', () => services.startAll());
    this.watchKeys(home, services, { databaseUrl, redisUrl, url: urls.gateway[0] ?? '' });
    return {
      url: urls.gateway[0] ?? '',
      urls: urls.gateway,
      adminEmail: secrets.adminEmail,
      adminPassword: settings.LEAKWATCH_ADMIN_PASSWORD ?? secrets.adminPassword,
      home,
      services,
      databaseUrl,
      redisUrl,
    };
  }

  /**
   * When the stored keys change (`npm run ops -- rotate-keys`), restarts each process with every key, then each with the newest in use, so that
   * none meets a signature whose key it does not know.
   */
  private watchKeys(home: Home, services: Services, running: Running): void {
    const take = async (stored: KeptSecrets): Promise<void> => {
      for (const secrets of keyStages(this.secrets ?? stored, stored)) {
        this.secrets = secrets;
        await services.restartEach();
      }
      home.keepRunning({ ...running, sealingKey: sealingVersion(this.settings, stored) });
    };
    let taking = Promise.resolve();
    let last = '';
    const look = () => {
      const stored = Home.kept(home.path);
      const keys = JSON.stringify([stored?.signingKeys, stored?.sealingKeys]);
      if (stored === undefined || keys === last) return;
      last = keys;
      taking = taking
        .then(() => take(stored))
        .catch((error) => this.say(`The services do not have the stored keys: ${error instanceof Error ? error.message : String(error)}`));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    this.stops.push(async () => {
      clearInterval(timer);
      await taking;
    });
  }

  /** Registers something of the caller that must stop before everything that was started here. */
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
    const perProcess = this.settings.DATABASE_POOL + BUS_CONNECTIONS;
    const processes = portsBehind(this.scale) + this.scale.gateway;
    const logFile = home.in('logs', 'postgres.log');
    const part = await this.keep('PostgreSQL', logFile, (stopping) =>
      startPostgres({
        stopping,
        say: this.say,
        folder: home.in('postgres'),
        port,
        connections: Math.max(DEFAULT_CONNECTIONS, processes * perProcess + SPARE_CONNECTIONS),
        password: secrets.databasePassword,
        logFile,
      }),
    );
    if (part.movedTo !== undefined)
      this.say(`PostgreSQL's binaries and data are below ${part.movedTo}: its account may not enter ${home.path}`);
    return part.url;
  }

  private async redis(home: Home, secrets: KeptSecrets, port: number): Promise<string> {
    if (this.settings.REDIS_URL !== undefined) return this.settings.REDIS_URL;
    const logFile = home.in('logs', 'redis.log');
    const part = await this.keep('Redis', logFile, () =>
      startRedis({ folder: home.in('redis'), toolsFolder: home.in('tools'), port, password: secrets.redisPassword, logFile }),
    );
    return part.url;
  }

  /** Starts a store that is started again when it ends. */
  private keep(name: string, logFile: string, start: (stopping: AbortSignal) => Promise<Part>): Promise<Part> {
    const kept = new KeptPart({ name, start, logFile, say: this.say });
    // Before it has started: Ctrl-C during a long recovery ends it too.
    this.stops.push(() => kept.stop());
    return kept.start();
  }

  private environment(home: Home, secrets: KeptSecrets, databaseUrl: string, redisUrl: string): NodeJS.ProcessEnv {
    return {
      NODE_ENV: 'production',
      ...process.env,
      // Compiled code is cached for the next start.
      NODE_COMPILE_CACHE: home.in('compile-cache'),
      LEAKWATCH_HOME: home.path,
      ...keySettings(this.settings, secrets),
      LEAKWATCH_ADMIN_EMAIL: secrets.adminEmail,
      // The one that was kept may have been refused at the first start.
      LEAKWATCH_ADMIN_PASSWORD: this.settings.LEAKWATCH_ADMIN_PASSWORD ?? secrets.adminPassword,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      LEAKWATCH_HOST: this.settings.LEAKWATCH_HOST,
      LEAKWATCH_PORT: String(this.settings.LEAKWATCH_PORT),
    };
  }
}
