import { eventChangesV1, organisationChangesV1, taskChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';
import { entities } from './entities.ts';
import { retention } from './retention.ts';
import { type ReportsSettings, reportsSettings } from './settings.ts';

export const reportsService: ServiceDefinition<ReportsSettings> = {
  name: 'reports',
  settings: reportsSettings,
  module: AppModule,
  entities,
  retention,
  consumes: [eventChangesV1, organisationChangesV1, taskChangesV1],
  at: (settings) => behindGateway(settings, settings.REPORTS_URL),
};
