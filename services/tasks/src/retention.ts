import { KNOWN_KEY_RETENTION, olderThan, type ServiceRetention } from '@leakwatch/platform';

/** A finished launch is only looked at when its last report is late. */
const LAUNCH_DAYS = 30;
/** What a deleted task searched for; the credentials of its repositories go at once. Its history stays. */
const ARCHIVED_DAYS = 90;
/** A fact that lasts longer is reported once more. */
const FACT_DAYS = 365;

/** As long as the events of its tasks, which can be restored by hand until then. */
export const DELETED_ORGANISATION_DAYS = 30;

const ofDeletedOrganisation = `organisation_id in (select organisation_id from tasks.organisation where ${olderThan('deleted_at', DELETED_ORGANISATION_DAYS)})`;
const withOrganisation = `${DELETED_ORGANISATION_DAYS} days after its organisation was deleted`;
/** Two selections rather than one condition, so that each has its index. */
const ofArchivedTask = `task_id in (select id from tasks.task where ${olderThan('archived_at', ARCHIVED_DAYS)}
  union all select id from tasks.task where ${ofDeletedOrganisation})`;

export const retention: ServiceRetention = {
  known_key: KNOWN_KEY_RETENTION,
  organisation: { bound: 'one row for each customer' },
  keyword_set: { bound: 'copies what staff made' },
  keyword: { bound: 'copies what staff made' },
  task_source: { bound: `${ARCHIVED_DAYS} days after its task was deleted, or ${withOrganisation}`, over: ofArchivedTask },
  pattern: { bound: `${ARCHIVED_DAYS} days after its task was deleted, or ${withOrganisation}`, over: ofArchivedTask },
  repository: { bound: `${ARCHIVED_DAYS} days after its task was deleted, or ${withOrganisation}`, over: ofArchivedTask },
  launch: { bound: `${LAUNCH_DAYS} days after it ended`, over: olderThan('finished_at', LAUNCH_DAYS) },
  task_change: { bound: `what people did: the history of an organisation is kept; ${withOrganisation}`, over: ofDeletedOrganisation },
  // After the changes that refer to it.
  session: { bound: `as many as the tariff has launches; ${withOrganisation}`, over: ofDeletedOrganisation },
  turn: { bound: `one row for each source and organisation; ${withOrganisation}`, over: ofDeletedOrganisation },
  task_log: {
    bound: `10,000 rows for each organisation, each new one removes the oldest; ${withOrganisation}`,
    over: ofDeletedOrganisation,
  },
  published_fact: {
    bound: `until the fact ends, at most a year; ${withOrganisation}`,
    over: `${olderThan('since', FACT_DAYS)} or ${ofDeletedOrganisation}`,
  },
  // After what refers to it.
  task: {
    bound: `one row for each task that a person made; a deleted one stays, because history and events refer to it, until ${withOrganisation}`,
    over: ofDeletedOrganisation,
  },
};
