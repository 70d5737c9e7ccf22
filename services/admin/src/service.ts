import { eventChangesV1, secretRevealsV1, staffFactsV1, storageUseV1, taskRecipientsV1, technicalFactsV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';
import { entities } from './entities.ts';
import { retention } from './retention.ts';
import { sealedColumns } from './sealed-columns.ts';
import { type AdminSettings, adminSettings } from './settings.ts';

export const adminService: ServiceDefinition<AdminSettings> = {
  name: 'admin',
  settings: adminSettings,
  module: AppModule,
  entities,
  retention,
  sealing: { keys: (settings) => settings.LEAKWATCH_SEALING_KEYS, columns: sealedColumns },
  consumes: [technicalFactsV1, eventChangesV1, secretRevealsV1, storageUseV1, staffFactsV1, taskRecipientsV1],
  needsRedis: true,
  at: (settings) => behindGateway(settings, settings.ADMIN_URL),
};
