import { digestSettings, SERVICE_PORTS } from '@leakwatch/contracts';
import { consoleAddressSettings, coreSettings, databaseSettings, mailSettings, setting } from '@leakwatch/platform';
import { z } from 'zod';

/** What a process of the events service is configured by. */
export const eventsSettings = z.object({
  ...coreSettings.shape,
  ...databaseSettings.shape,
  ...consoleAddressSettings.shape,
  ...mailSettings.shape,
  ADMIN_URL: setting.serviceAddress('admin', SERVICE_PORTS.admin),
  TASKS_URL: setting.serviceAddress('tasks', SERVICE_PORTS.tasks),
  EVENTS_URL: setting.serviceAddress('events', SERVICE_PORTS.events),
  ...digestSettings.shape,
});
export type EventsSettings = z.output<typeof eventsSettings>;
