import type { EdgeDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';
import { serveConsole } from './console/serve-console.ts';
import { nameRoutes } from './name-routes.ts';
import { refuseQueryMethod } from './guards/route-finder.ts';
import { type GatewaySettings, gatewaySettings } from './settings.ts';

export const gatewayService: EdgeDefinition<GatewaySettings> = {
  name: 'gateway',
  settings: gatewaySettings,
  module: AppModule,
  trustedProxies: (settings) => settings.TRUSTED_PROXIES,
  prepare: async (app, settings) => {
    const fastify = app.getHttpAdapter().getInstance();
    refuseQueryMethod(fastify);
    nameRoutes(fastify);
    const https = settings.LEAKWATCH_PUBLIC_URL?.startsWith('https:') ?? false;
    await serveConsole(app, { check: settings.BOT_CHECK, https });
  },
  at: (settings) => ({ host: settings.LEAKWATCH_HOST, port: settings.LEAKWATCH_PORT }),
};
