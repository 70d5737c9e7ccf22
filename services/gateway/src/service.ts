import type { ServiceDefinition } from '@leakwatch/platform';
import { AppModule, doorsOf } from './app.module.ts';
import { serveConsole } from './console/serve-console.ts';

export const gatewayService: ServiceDefinition = {
  name: 'gateway',
  module: (foundation) => AppModule.on(foundation),
  guards: doorsOf,
  rawBodies: true,
  isPublic: true,
  prepare: (app, { settings }) => serveConsole(app, settings.BOT_CHECK),
  at: (settings) => ({ host: settings.LEAKWATCH_HOST, port: settings.LEAKWATCH_PORT }),
};
