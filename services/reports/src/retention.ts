import { olderThan, type ServiceRetention } from '@leakwatch/platform';

/** A rebuild that was not finished in this time is begun again. */
const REBUILD_DAYS = 30;
/** A report without a file can be made again for so long. */
const REPORT_DAYS = 365;

export const retention: ServiceRetention = {
  organisation: { bound: 'one row for each customer' },
  daily_events: { bound: 'one row for each day, task, source and pattern with events; deleted with the events of the task' },
  counted_event: { bound: 'one row for each event; deleted with the events of the task' },
  deleted_task: { bound: 'one row for each task that was deleted with its events' },
  rebuild: {
    bound: `${REBUILD_DAYS} days, and the newest`,
    over: `${olderThan('begun_at', REBUILD_DAYS)} and number < (select max(number) from reports.rebuild)`,
  },
  report: {
    bound: `a year after it lost its file; a person may delete it before`,
    over: `status = 'deleted' and ${olderThan('touched', REPORT_DAYS)}`,
  },
  file_deletion: { bound: 'until the file is deleted (SweepFiles)' },
};
