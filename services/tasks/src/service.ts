import { launchFinishedV1, launchProgressV1, organisationChangesV1, templateChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';
import { entities } from './entities.ts';
import { retention } from './retention.ts';
import { sealedColumns } from './sealed-columns.ts';
import { type TasksSettings, tasksSettings } from './settings.ts';

export const tasksService: ServiceDefinition<TasksSettings> = {
  name: 'tasks',
  settings: tasksSettings,
  module: AppModule,
  entities,
  retention,
  sealing: { keys: (settings) => settings.LEAKWATCH_SEALING_KEYS, columns: sealedColumns },
  fingerprintKey: (settings) => settings.LEAKWATCH_FINGERPRINT_KEY,
  consumes: [organisationChangesV1, templateChangesV1, launchProgressV1, launchFinishedV1],
  at: (settings) => behindGateway(settings, settings.TASKS_URL),
};
