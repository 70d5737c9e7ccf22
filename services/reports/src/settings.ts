import { SERVICE_PORTS } from '@leakwatch/contracts';
import { coreSettings, databaseSettings, objectSettings, setting } from '@leakwatch/platform';
import { z } from 'zod';

/** What a process of the reports service is configured by. */
export const reportsSettings = z.object({
  ...coreSettings.shape,
  ...databaseSettings.shape,
  ...objectSettings.shape,
  /** It has the logos. */
  ADMIN_URL: setting.serviceAddress('admin', SERVICE_PORTS.admin),
  EVENTS_URL: setting.serviceAddress('events', SERVICE_PORTS.events),
  TASKS_URL: setting.serviceAddress('tasks', SERVICE_PORTS.tasks),
  REPORTS_URL: setting.serviceAddress('reports', SERVICE_PORTS.reports),
  REPORT_RETENTION_DAYS: setting.count(30, 3650).describe('Days for which the file of a report is kept; afterwards it can be made again'),
});
export type ReportsSettings = z.output<typeof reportsSettings>;
