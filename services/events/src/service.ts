import { findingsV1, memberChangesV1, organisationChangesV1, regexTemplateChangesV1, taskChangesV1 } from '@leakwatch/contracts';
import { behindGateway, type ServiceDefinition } from '@leakwatch/platform';
import { AppModule } from './app.module.ts';
import { entities } from './entities.ts';
import { retention } from './retention.ts';
import { type EventsSettings, eventsSettings } from './settings.ts';

export const eventsService: ServiceDefinition<EventsSettings> = {
  name: 'events',
  settings: eventsSettings,
  module: AppModule,
  entities,
  retention,
  sealing: { keys: (settings) => settings.LEAKWATCH_SEALING_KEYS, columns: [] },
  fingerprintKey: (settings) => settings.LEAKWATCH_FINGERPRINT_KEY,
  consumes: [findingsV1, taskChangesV1, organisationChangesV1, memberChangesV1, regexTemplateChangesV1],
  at: (settings) => behindGateway(settings, settings.EVENTS_URL),
};
