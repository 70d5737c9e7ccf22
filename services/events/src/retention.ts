import { KNOWN_KEY_RETENTION, olderThan, type ServiceRetention } from '@leakwatch/platform';
import { REPEAT_MINUTES } from './sent-changes/sent-changes.store.ts';

/** Delivered digests answer who was notified. */
const DIGEST_DAYS = 30;

const OF_DELETED_TASK = 'task_id in (select task_id from events.task where events_deleted_at is not null)';

export const retention: ServiceRetention = {
  known_key: KNOWN_KEY_RETENTION,
  organisation: { bound: 'one row for each customer' },
  member: { bound: 'one row for each account that admin ever had' },
  archive_search: { bound: 'one for each task that searches, and the last one that ended; those of a deleted task go' },
  archive_pattern: { bound: 'one row for each pattern of a task; those of a deleted task go' },
  task: {
    bound:
      'one row for each task that a person made; of one that was deleted with its events the ids alone, after 30 days (PurgeDeletedEvents)',
  },
  event: { bound: 'the findings of a customer, kept until 30 days after they were deleted with their task (PurgeDeletedEvents)' },
  status_change: { bound: 'deleted with its event' },
  triage_change: { bound: 'deleted with its event' },
  sent_change: { bound: '10 minutes', over: `at < now() - make_interval(mins => ${REPEAT_MINUTES})` },
  saved_view: {
    bound: 'at most 30 for each member and 50 for each organisation; those of a member go with the member, and all with the organisation',
  },
  blacklist_rule: { bound: 'made by people; those of a deleted organisation go with it' },
  reveal: { bound: 'at most 60 in ten minutes by one account; deleted with its event' },
  recheck: { bound: 'at most 30 in ten minutes by one account; deleted with its event' },
  comment: { bound: 'at most 500 for an event; deleted with it' },
  regex_template: { bound: 'copies what staff made' },
  detector_set: { bound: 'one row' },
  evidence: {
    bound:
      'once for each organisation and document with events; until `EVIDENCE_DAYS` after it was last found, or its last event was deleted (SweepEvidence)',
  },
  evidence_review: { bound: 'until the next sweep (SweepEvidence)' },
  object_deletion: { bound: 'until the object is deleted (SweepEvidence)' },
  similar_text: { bound: 'once for each organisation and text of events; until its last event was deleted (SweepTexts)' },
  text_fingerprint: { bound: 'at most 8 for a text; deleted with it' },
  text_link: { bound: 'at most 50 that a text looked for, in both directions; deleted with either text' },
  text_review: { bound: 'until the next sweep (SweepTexts)' },
  event_secret: { bound: 'at most 32 for an event; deleted with it' },
  event_count: { bound: 'one row for each task, status and value that events have; those of zero are deleted as counts are added up' },
  storage: { bound: 'one row for each organisation that ever had kept content' },
  storage_change: { bound: 'a few seconds: until it is added to what kept content takes' },
  event_count_change: { bound: 'a few seconds: until it is added to the counts' },
  event_text: { bound: 'one row for each event; deleted with it' },
  event_key: { bound: 'one row for each event; deleted with it' },
  text_to_index: { bound: 'seconds, after an upgrade hours: until the texts of the event are indexed' },
  digest_item: { bound: 'one row for each open event until its next digest' },
  digest_pace: { bound: 'one row for each task that was not deleted with its events', over: OF_DELETED_TASK },
  digest_mail: {
    bound: `${DIGEST_DAYS} days after it was sent; one that cannot be sent is dropped after four days`,
    over: olderThan('sent', DIGEST_DAYS),
  },
  digest_telegram: {
    bound: `${DIGEST_DAYS} days after admin took it; one that it cannot take is dropped after four days`,
    over: olderThan('sent', DIGEST_DAYS),
  },
};
