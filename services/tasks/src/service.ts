import { launchFinishedV1, launchProgressV1, organisationChangesV1, templateChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';

export const tasksService: ServiceDefinition = {
  name: 'tasks',
  module: (foundation) => AppModule.on(foundation),
  consumes: [organisationChangesV1, templateChangesV1, launchProgressV1, launchFinishedV1],
  at: (settings) => behindGateway(settings, settings.TASKS_URL),
};
