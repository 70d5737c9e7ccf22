import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { EntitySchema } from '@mikro-orm/postgresql';
import type { AnyEntity } from '@mikro-orm/core';
import { resolve } from 'node:path';
import type { Bus } from '../bus/bus.port.ts';
import { openBus } from '../bus/open-bus.ts';
import { InvalidSettings, loadSettings } from '../config/load-settings.ts';
import { type Settings, settingsSchema } from '../config/settings.ts';
import { Vault } from '../crypto/keys.ts';
import { CallerSigner } from '../http/caller.ts';
import { OtherServices } from '../http/other-services.ts';
import { LIVE, type LiveTeller } from '../live/live.port.ts';
import { RedisLiveTeller } from '../live/redis-live-teller.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { Database } from '../orm/database.ts';

export const SETTINGS = Symbol('settings');
export const LOGGER = Symbol('logger');
export const BUS = Symbol('bus');

/** A service's settings: those that must be given are there. */
export type ServiceSettings = Settings & { readonly DATABASE_URL: string; readonly REDIS_URL: string; readonly LEAKWATCH_SECRET: string };

/** What every service stands on. */
export interface Foundation {
  readonly settings: ServiceSettings;
  readonly logger: Logger;
  readonly database: Database;
  readonly bus: Bus;
  readonly live: LiveTeller;
  close(): Promise<void>;
}

/** Throws InvalidSettings when what no service can do without is missing. */
export function serviceSettings(env: NodeJS.ProcessEnv): ServiceSettings {
  const settings = loadSettings(settingsSchema, env);
  const { DATABASE_URL, REDIS_URL, LEAKWATCH_SECRET } = settings;
  if (DATABASE_URL === undefined || REDIS_URL === undefined || LEAKWATCH_SECRET === undefined)
    throw new InvalidSettings('Settings DATABASE_URL, REDIS_URL and LEAKWATCH_SECRET must be given to a service; `npm start` sets them');
  return { ...settings, LEAKWATCH_HOME: resolve(settings.LEAKWATCH_HOME), DATABASE_URL, REDIS_URL, LEAKWATCH_SECRET };
}

export async function openFoundation(
  service: string,
  entities: readonly EntitySchema<AnyEntity>[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Foundation> {
  const settings = serviceSettings(env);
  const logger = createLogger(service, settings.LOG_LEVEL);
  const database = await Database.open({ url: settings.DATABASE_URL, service, entities, pool: settings.DATABASE_POOL });
  const bus = await openBus(settings, logger);
  const live = new RedisLiveTeller(settings.REDIS_URL, logger);
  const close = async () => {
    await bus.close();
    await live.close();
    await database.close();
  };
  return { settings, logger, database, bus, live, close };
}

/** Gives a foundation to a service's modules, and closes it when the service stops. */
export function foundationModule(foundation: Foundation): DynamicModule {
  @Global()
  @Module({})
  class FoundationModule implements OnApplicationShutdown {
    async onApplicationShutdown() {
      await foundation.close();
    }
  }
  const { LEAKWATCH_SECRET } = foundation.settings;
  const signer = new CallerSigner(LEAKWATCH_SECRET);
  const providers = [
    { provide: SETTINGS, useValue: foundation.settings },
    { provide: LOGGER, useValue: foundation.logger },
    { provide: BUS, useValue: foundation.bus },
    { provide: LIVE, useValue: foundation.live },
    { provide: Database, useValue: foundation.database },
    { provide: Vault, useValue: new Vault(LEAKWATCH_SECRET) },
    { provide: CallerSigner, useValue: signer },
    { provide: OtherServices, useValue: new OtherServices(foundation.settings, signer) },
  ];
  return { module: FoundationModule, providers, exports: providers };
}
