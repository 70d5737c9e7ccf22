import { digestSettings, SERVICE_PORTS } from '@leakwatch/contracts';
import {
  consoleAddressSettings,
  coreSettings,
  databaseSettings,
  mailSettings,
  objectSettings,
  setting,
  fingerprintSettings,
  sealingSettings,
} from '@leakwatch/platform';
import { z } from 'zod';

/** What a process of the events service is configured by. */
export const eventsSettings = z.object({
  ...coreSettings.shape,
  ...databaseSettings.shape,
  ...sealingSettings.shape,
  ...fingerprintSettings.shape,
  ...consoleAddressSettings.shape,
  ...mailSettings.shape,
  ...objectSettings.shape,
  ADMIN_URL: setting.serviceAddress('admin', SERVICE_PORTS.admin),
  TASKS_URL: setting.serviceAddress('tasks', SERVICE_PORTS.tasks),
  CRAWLER_URL: setting.serviceAddress('crawler', SERVICE_PORTS.crawler),
  EVENTS_URL: setting.serviceAddress('events', SERVICE_PORTS.events),
  ...digestSettings.shape,
  // A year: what a leak led to is often known, and disputed, months later.
  EVIDENCE_DAYS: setting.count(365, 3650).describe('Days for which the content of a document with a leak is kept after it was last found'),
});
export type EventsSettings = z.output<typeof eventsSettings>;
