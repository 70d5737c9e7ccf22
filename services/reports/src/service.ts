import { eventChangesV1, organisationChangesV1, taskChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';

export const reportsService: ServiceDefinition = {
  name: 'reports',
  module: (foundation) => AppModule.on(foundation),
  consumes: [eventChangesV1, organisationChangesV1, taskChangesV1],
  at: (settings) => behindGateway(settings, settings.REPORTS_URL),
};
