import { technicalFactsV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';

export const adminService: ServiceDefinition = {
  name: 'admin',
  module: (foundation) => AppModule.on(foundation),
  consumes: [technicalFactsV1],
  at: (settings) => behindGateway(settings, settings.ADMIN_URL),
};
