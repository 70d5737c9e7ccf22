import { ownAccessV1, storageLevelsV1, taskChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';
import { entities } from './entities.ts';
import { retention } from './retention.ts';
import { type CrawlerSettings, crawlerSettings } from './settings.ts';

export const crawlerService: ServiceDefinition<CrawlerSettings> = {
  name: 'crawler',
  settings: crawlerSettings,
  module: AppModule,
  entities,
  retention,
  sealing: { keys: (settings) => settings.LEAKWATCH_SEALING_KEYS, columns: [] },
  consumes: [taskChangesV1, ownAccessV1, storageLevelsV1],
  at: (settings) => behindGateway(settings, settings.CRAWLER_URL),
};
