import { olderThan, type ServiceRetention } from '@leakwatch/platform';

/** Longer than any launch is tried again. */
const LAUNCH_DAYS = 30;

export const retention: ServiceRetention = {
  watched_task: { bound: 'one row for each task; that of a deleted task goes', over: `not running and (snapshot ->> 'archived')::boolean` },
  launch_try: { bound: `${LAUNCH_DAYS} days; deleted when the launch ends`, over: olderThan('begun_at', LAUNCH_DAYS) },
  mirror: { bound: 'one row for each repository and credential scope that was ever monitored' },
  blob: { bound: 'one row for each blob and file name of a mirror: it holds what was scanned, also after the remote deleted it' },
  unchecked_document: {
    bound: 'one row for each task and document that was too expensive for its expressions; those of a deleted task go',
    over: 'task_id not in (select task_id from crawler.watched_task)',
  },
  scan_mark: { bound: 'one row for each mirror and pattern that was ever searched for in it' },
};
