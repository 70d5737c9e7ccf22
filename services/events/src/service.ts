import { findingsV1, organisationChangesV1, taskChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';

export const eventsService: ServiceDefinition = {
  name: 'events',
  module: (foundation) => AppModule.on(foundation),
  consumes: [findingsV1, taskChangesV1, organisationChangesV1],
  at: (settings) => behindGateway(settings, settings.EVENTS_URL),
};
