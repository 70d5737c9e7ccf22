import type { CanActivate, DynamicModule, Type } from '@nestjs/common';
import type { EntitySchema } from '@mikro-orm/postgresql';
import type { AnyEntity } from '@mikro-orm/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusTransport } from '../bus/bus-transport.ts';
import type { MessageType } from '../bus/message-type.ts';
import { InvalidSettings } from '../config/load-settings.ts';
import { createService, listen } from '../http/start-service.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import type { ListenAddress } from './listen-address.ts';

export interface ServiceDefinition {
  readonly name: string;
  readonly entities?: readonly EntitySchema<AnyEntity>[];
  readonly module: (foundation: Foundation) => Type | DynamicModule;
  /** Topics whose `@EventPattern` handlers the service has; it consumes them as the group of its name. */
  readonly consumes?: readonly MessageType<unknown>[];
  /** Where it listens, from the settings. */
  readonly at: (settings: Foundation['settings']) => ListenAddress;
  /** In place of the signed caller context. */
  readonly guards?: (foundation: Foundation) => readonly CanActivate[];
  readonly rawBodies?: boolean;
  /** People reach it, perhaps through proxies; the others are asked by services alone. */
  readonly isPublic?: boolean;
  /** What an application needs before it listens: the gateway's hooks. */
  readonly prepare?: (app: NestFastifyApplication, foundation: Foundation) => Promise<void>;
}

/** Builds the application without listening; tests drive it from here. */
export async function buildService(definition: ServiceDefinition, foundation: Foundation): Promise<NestFastifyApplication> {
  const app = await createService({
    module: definition.module(foundation),
    logger: foundation.logger,
    secret: foundation.settings.LEAKWATCH_SECRET,
    ...(definition.guards && { guards: definition.guards(foundation) }),
    ...(definition.rawBodies && { rawBodies: true }),
    ...(definition.isPublic && { trustedProxies: foundation.settings.TRUSTED_PROXIES }),
  });
  if (definition.consumes !== undefined && definition.consumes.length > 0) {
    const strategy = new BusTransport(foundation.bus, definition.name, definition.consumes);
    app.connectMicroservice({ strategy }, { inheritAppConfig: true });
  }
  await definition.prepare?.(app, foundation);
  return app;
}

/** Runs a service as a process: settings from the environment, until SIGTERM. Exit code 1 with one line when it cannot start. */
export async function runService(definition: ServiceDefinition): Promise<void> {
  try {
    const foundation = await openFoundation(definition.name, definition.entities);
    const app = await buildService(definition, foundation);
    await app.startAllMicroservices();
    await listen(app, { logger: foundation.logger, ...definition.at(foundation.settings) });
  } catch (error) {
    const text = error instanceof InvalidSettings ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${definition.name} could not start: ${text}\n`);
    process.exit(1);
  }
}
