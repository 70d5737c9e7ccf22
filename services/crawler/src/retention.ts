import type { ServiceRetention } from '@leakwatch/platform';

export const retention: ServiceRetention = {
  watched_task: { bound: 'one row for each task; that of a deleted task goes', over: `not running and (snapshot ->> 'archived')::boolean` },
  mirror: { bound: 'one row for each repository and credential scope that was ever monitored' },
  blob: { bound: 'one row for each blob and file name of a mirror: it holds what was scanned, also after the remote deleted it' },
  scan_mark: { bound: 'one row for each mirror and pattern that was ever searched for in it' },
};
