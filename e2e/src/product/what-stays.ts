// What a deletion leaves, in the words of docs/behaviour/organisations.md.

const EVENTS = 'hidden, and purged with their content after 30 days (PurgeDeletedEvents, SweepEvidence, SweepTexts)';
const MONTH = 'swept after 30 days (services/tasks/src/retention.ts)';
const MIRROR = 'goes with the mirror, a week after its last task (CollectMirrors)';
const TOMBSTONE = 'ids, versions and numbers, so that a late message creates nothing';
/** Tables that still name a deleted organisation right after the deletion, and until when. */
export const STAYS: Readonly<Record<string, string>> = {
  'admin.audit': 'the audit trail, which nothing deletes',
  'admin.organisation': 'id and name, for the audit trail',
  'admin.storage_level': TOMBSTONE,
  'admin.storage_use': TOMBSTONE,
  'bus.message': 'BUS_RETENTION_HOURS',
  'crawler.cohort_pattern': MIRROR,
  'crawler.launch': '30 days after its end',
  'crawler.own_access': TOMBSTONE,
  'crawler.scan_cohort': MIRROR,
  'crawler.storage': TOMBSTONE,
  'crawler.watched_task': TOMBSTONE,
  'events.comment': EVENTS,
  'events.digest_item': EVENTS,
  'events.digest_pace': 'swept within ten minutes (services/events/src/retention.ts)',
  'events.event': EVENTS,
  'events.event_key': EVENTS,
  'events.event_secret': EVENTS,
  'events.event_text': EVENTS,
  'events.evidence': EVENTS,
  'events.organisation': TOMBSTONE,
  'events.similar_text': EVENTS,
  'events.status_change': EVENTS,
  'events.task': TOMBSTONE,
  'events.text_fingerprint': EVENTS,
  'events.text_link': EVENTS,
  'reports.deleted_task': TOMBSTONE,
  'reports.organisation': TOMBSTONE,
  'tasks.launch': '30 days after its end',
  'tasks.organisation': TOMBSTONE,
  'tasks.pattern': MONTH,
  'tasks.repository': MONTH,
  'tasks.task': MONTH,
  'tasks.task_change': MONTH,
  'tasks.task_log': MONTH,
  'tasks.task_source': MONTH,
  'tasks.turn': MONTH,
};
export const NAME_PEOPLE = ['admin.audit', 'bus.message', 'tasks.task', 'tasks.task_change'];
/** Where the name of the organisation, and of what it searched for, stays. */
export const NAME_IT = ['admin.audit', 'admin.organisation', 'bus.message'];
/** Counts and reviews, which are there for some seconds only, whatever happens. */
export const PASSING = /^events\.(event_count|event_count_change|storage|storage_change|evidence_review|text_review|text_to_index)$/;

/** What stays for good, and what the bus keeps for its hours. */
export const STAYS_FOR_GOOD = Object.keys(STAYS).filter((table) =>
  [TOMBSTONE, STAYS['admin.audit'], STAYS['admin.organisation'], STAYS['bus.message']].includes(STAYS[table]),
);
