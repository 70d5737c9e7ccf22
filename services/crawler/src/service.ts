import { taskChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';

export const crawlerService: ServiceDefinition = {
  name: 'crawler',
  module: (foundation) => AppModule.on(foundation),
  consumes: [taskChangesV1],
  at: (settings) => behindGateway(settings, settings.CRAWLER_URL),
};
