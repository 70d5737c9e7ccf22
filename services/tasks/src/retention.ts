import { olderThan, type ServiceRetention } from '@leakwatch/platform';

/** A finished launch is only looked at when its last report is late. */
const LAUNCH_DAYS = 30;
/** What a deleted task searched for; the credentials of its repositories go at once. Its history stays. */
const ARCHIVED_DAYS = 90;
/** A fact that lasts longer is reported once more. */
const FACT_DAYS = 365;

const ofArchivedTask = `task_id in (select id from tasks.task where ${olderThan('archived_at', ARCHIVED_DAYS)})`;

export const retention: ServiceRetention = {
  organisation: { bound: 'one row for each customer' },
  keyword_set: { bound: 'copies what staff made' },
  keyword: { bound: 'copies what staff made' },
  task: { bound: 'one row for each task that a person made; a deleted one stays, because history and events refer to it' },
  task_source: { bound: `${ARCHIVED_DAYS} days after its task was deleted`, over: ofArchivedTask },
  pattern: { bound: `${ARCHIVED_DAYS} days after its task was deleted`, over: ofArchivedTask },
  repository: { bound: `${ARCHIVED_DAYS} days after its task was deleted`, over: ofArchivedTask },
  launch: { bound: `${LAUNCH_DAYS} days after it ended`, over: olderThan('finished_at', LAUNCH_DAYS) },
  session: { bound: 'as many as the tariff has launches' },
  task_change: { bound: 'what people did: the history of an organisation is kept' },
  turn: { bound: 'one row for each source and organisation' },
  task_log: { bound: '10,000 rows for each organisation; each new one removes the oldest' },
  published_fact: { bound: 'until the fact ends, at most a year', over: olderThan('since', FACT_DAYS) },
};
