import { resolve } from 'node:path';
import type { Redis } from 'ioredis';
import type { Bus } from '../bus/bus.port.ts';
import { openBus } from '../bus/open-bus.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { CoreSettings, DatabaseSettings } from '../config/settings.ts';
import type { LiveNotifier } from '../live/live.port.ts';
import { RedisLiveNotifier } from '../live/redis-live-notifier.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { Database } from '../orm/database.ts';
import { openRedis } from '../queue/redis.ts';
import type { EdgeDefinition, ServiceDefinition } from './define-service.ts';

/** What every service is built on. */
export interface EdgeFoundation<S extends CoreSettings = CoreSettings> {
  readonly settings: S;
  readonly logger: Logger;
  /** Fails fast while Redis is away. */
  readonly redis: Redis;
  close(): Promise<void>;
}

/** What a service behind the gateway is built on. */
export interface Foundation<S extends CoreSettings = CoreSettings & DatabaseSettings> extends EdgeFoundation<S> {
  readonly database: Database;
  readonly bus: Bus;
  readonly live: LiveNotifier;
}

const settingsOf = <S extends CoreSettings>({ settings }: Pick<EdgeDefinition<S>, 'settings'>, env: NodeJS.ProcessEnv): S => {
  const loaded = loadSettings(settings, env);
  return { ...loaded, LEAKWATCH_HOME: resolve(loaded.LEAKWATCH_HOME) };
};

/** Throws InvalidSettings when a setting is missing or does not fit. */
export function openEdgeFoundation<S extends CoreSettings>(
  definition: EdgeDefinition<S>,
  env: NodeJS.ProcessEnv = process.env,
): EdgeFoundation<S> {
  const settings = settingsOf(definition, env);
  const logger = createLogger(definition.name, settings.LOG_LEVEL);
  const redis = openRedis(settings.REDIS_URL, logger);
  return { settings, logger, redis, close: async () => redis.disconnect() };
}

/** Throws InvalidSettings when a setting is missing or does not fit. */
export async function openFoundation<S extends CoreSettings & DatabaseSettings>(
  definition: ServiceDefinition<S>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Foundation<S>> {
  const { name, entities } = definition;
  const settings = settingsOf(definition, env);
  const logger = createLogger(name, settings.LOG_LEVEL);
  const database = await Database.open({ url: settings.DATABASE_URL, service: name, entities, pool: settings.DATABASE_POOL });
  const bus = await openBus(settings, logger);
  const live = new RedisLiveNotifier(settings.REDIS_URL, logger);
  const redis = openRedis(settings.REDIS_URL, logger);
  const close = async () => {
    await bus.close();
    await live.close();
    redis.disconnect();
    await database.close();
  };
  return { settings, logger, database, bus, live, redis, close };
}
