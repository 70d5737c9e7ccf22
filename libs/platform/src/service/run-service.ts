import { type DynamicModule, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { measureBus } from '../bus/measure-bus.ts';
import { BusTransport } from '../bus/bus-transport.ts';
import { InvalidSettings } from '../config/load-settings.ts';
import type { CoreSettings, DatabaseSettings } from '../config/settings.ts';
import { soleKey } from '../crypto/keys.ts';
import { addressSetting } from '../http/service-client.ts';
import { createApplication, listen } from '../http/start-service.ts';
import { Metrics } from '../metrics/metrics.ts';
import { assertKnownKeys, type KeysInUse } from '../sealing/known-keys.ts';
import type { EdgeDefinition, ServiceDefinition } from './define-service.ts';
import { type EdgeFoundation, type Foundation, openEdgeFoundation, openFoundation } from './foundation.ts';
import { edgeModule, foundationModule } from './foundation.module.ts';
import type { ListenAddress } from './listen-address.ts';

/** The service's own modules on its foundation. */
function rootModule(foundation: DynamicModule, module: DynamicModule['module']): DynamicModule {
  @Module({})
  class RootModule {}
  return { module: RootModule, imports: [foundation, module] };
}

/** Builds a service behind the gateway without listening; tests drive it from here. Without `timers` its periodic work runs when it is called. */
export async function buildService<S extends CoreSettings & DatabaseSettings>(
  definition: ServiceDefinition<S>,
  foundation: Foundation<S>,
  { timers = true }: { readonly timers?: boolean } = {},
): Promise<NestFastifyApplication> {
  const { name, module, consumes, retention, sealing, needsRedis = false } = definition;
  const sealed = sealing && { keys: sealing.keys(foundation.settings), columns: sealing.columns };
  const metrics = new Metrics(name);
  if (consumes.length > 0) measureBus(metrics, foundation.bus, name);
  const app = await createApplication({
    module: rootModule(foundationModule({ name, foundation, metrics, needsRedis, timers, retention, sealing: sealed }), module),
    logger: foundation.logger,
    metrics,
  });
  if (consumes.length > 0) {
    const strategy = new BusTransport(foundation.bus, name, consumes);
    app.connectMicroservice({ strategy }, { inheritAppConfig: true });
  }
  return app;
}

/** Builds the service that people reach without listening. */
export async function buildEdge<S extends CoreSettings>(
  definition: EdgeDefinition<S>,
  foundation: EdgeFoundation<S>,
): Promise<NestFastifyApplication> {
  const metrics = new Metrics(definition.name);
  const app = await createApplication({
    module: rootModule(edgeModule(definition.name, foundation, metrics), definition.module),
    logger: foundation.logger,
    metrics,
    // Bodies pass through to the services as streams.
    rawBodies: true,
    trustedProxies: definition.trustedProxies(foundation.settings),
  });
  await definition.prepare(app, foundation.settings);
  return app;
}

/** The keys of what a service stores. */
const keysOf = <S extends CoreSettings & DatabaseSettings>({ sealing, fingerprintKey }: ServiceDefinition<S>, settings: S): KeysInUse => ({
  ...(sealing && { LEAKWATCH_SEALING_KEYS: sealing.keys(settings) }),
  ...(fingerprintKey && { LEAKWATCH_FINGERPRINT_KEY: soleKey(fingerprintKey(settings)) }),
});

/** Runs a service behind the gateway as a process: settings from the environment, until SIGTERM. */
export const runService = <S extends CoreSettings & DatabaseSettings>(definition: ServiceDefinition<S>): Promise<void> =>
  run(definition.name, async () => {
    const foundation = await openFoundation(definition);
    await assertKnownKeys(foundation.database, definition.name, keysOf(definition, foundation.settings), foundation.logger);
    const app = await buildService(definition, foundation);
    await app.startAllMicroservices();
    await serve(app, foundation, definition.at(foundation.settings), { host: 'SERVICE_HOST', port: addressSetting(definition.name) });
  });

/** As `runService`, for the service that people reach. */
export const runEdge = <S extends CoreSettings>(definition: EdgeDefinition<S>): Promise<void> =>
  run(definition.name, async () => {
    const foundation = openEdgeFoundation(definition);
    await serve(await buildEdge(definition, foundation), foundation, definition.at(foundation.settings), {
      host: 'LEAKWATCH_HOST',
      port: 'LEAKWATCH_PORT',
    });
  });

/** The host is no address of this machine. */
const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

/** Another program has the port, or only root may have it. */
const NO_PORT = new Set(['EADDRINUSE', 'EACCES']);

/** Throws InvalidSettings when it cannot listen on the host and port that these settings give. */
async function serve(
  app: NestFastifyApplication,
  { logger }: EdgeFoundation,
  at: ListenAddress,
  names: { readonly host: string; readonly port: string },
): Promise<void> {
  try {
    await listen(app, { logger, ...at });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    if (NO_HOST.has(error.code))
      throw new InvalidSettings(`Setting ${names.host}: ${at.host} is no address of this machine (${error.code})`);
    if (NO_PORT.has(error.code)) throw new InvalidSettings(`Setting ${names.port}: port ${at.port} cannot be listened on (${error.code})`);
    throw error;
  }
}

/** Exit code 1 with one message when the service cannot start. */
async function run(name: string, start: () => Promise<void>): Promise<void> {
  // What a service writes, such as mirrors and mails, is for its own account only.
  process.umask(0o077);
  try {
    await start();
  } catch (error) {
    const text = error instanceof InvalidSettings ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${name} could not start: ${text}\n`);
    process.exit(1);
  }
}
