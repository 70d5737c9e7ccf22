import { KNOWN_KEY_RETENTION, olderThan, type ServiceRetention } from '@leakwatch/platform';
import { PART_DAYS } from './units/parts.store.ts';
import { UNUSED_MIRROR_DAYS } from './repositories/mirrors/collect-mirrors.store.ts';

/** Longer than any launch is tried again. */
const LAUNCH_DAYS = 30;

/** A task that is started again within this time continues where it ended. */
const UNUSED_UNIT_DAYS = 90;
/** A document that no answer names for so long is read again when one does. */
const UNSEEN_DOCUMENT_DAYS = 180;

/**
 * Of organisations without any task, such as deleted ones, in mirrors that others use. What is in a mirror that nobody uses goes with it, and what a scan
 * holds waits for its end.
 */
const LEFT_COHORTS = `select c.id from crawler.scan_cohort c join crawler.mirror m on m.id = c.mirror_id
  where m.unused_since is null
    and not exists (select from crawler.watched_task w where w.organisation_id = c.organisation_id)
    and not exists (select from crawler.mirror_pass p where p.id = c.pass_id)`;

export const retention: ServiceRetention = {
  known_key: KNOWN_KEY_RETENTION,
  watched_task: { bound: 'one row for each task; that of a deleted task goes', over: `not running and (snapshot ->> 'archived')::boolean` },
  launch: { bound: `${LAUNCH_DAYS} days after its end`, over: `ended_at is not null and ${olderThan('ended_at', LAUNCH_DAYS)}` },
  unit: {
    bound: `one row for each query, stream or list that a running task needs; ${UNUSED_UNIT_DAYS} days after the last task`,
    over: `${olderThan('coalesce(stepped_at, created)', UNUSED_UNIT_DAYS)} and not exists (select from crawler.subscription s where s.unit_id = unit.id)`,
  },
  silent_source: { bound: 'one row for each source with silent units' },
  subscription: { bound: 'one row for each unit that a running task needs' },
  unit_part: {
    bound: `one row for each repository that did not change since a search of repositories named it; ${PART_DAYS} days after its files were listed`,
    over: olderThan('named_on', PART_DAYS),
  },
  reference: {
    bound:
      'one row for each document that an answer named; deleted when the document was read, after 20 tries, or when its unit is deleted',
  },
  document: {
    bound: `one row for each document that was read; ${UNSEEN_DOCUMENT_DAYS} days after an answer last named it`,
    over: olderThan('seen_on', UNSEEN_DOCUMENT_DAYS),
  },
  watched_pattern: { bound: 'one row for each pattern of a running task and source' },
  watch_clock: { bound: 'one row' },
  own_access: { bound: 'one row for each organisation and source with accounts of its own' },
  turn: { bound: 'one row for each organisation and source' },
  turn_clock: { bound: 'one row for each source' },
  mirror: {
    bound: `one row for each repository and credential scope that is monitored; ${UNUSED_MIRROR_DAYS} days after the last task (CollectMirrors)`,
  },
  mirror_use: { bound: 'one row for each repository of a task that ran; deleted with the task, or with the mirror' },
  storage: { bound: 'one row for each organisation that ever had a mirror' },
  storage_level: { bound: 'one row for each organisation that ever used much of its quota' },
  blob: { bound: 'one row for each blob and file name of a mirror, also after the remote deleted it; deleted with the mirror' },
  unchecked_document: {
    bound: 'one row for each task and document that was too expensive for its expressions; those of a deleted task go',
    over: 'task_id not in (select task_id from crawler.watched_task)',
  },
  object_deletion: {
    bound:
      'until findings that refer to the object are published, or the object is deleted after a day; of a part of a file until fifteen minutes after the file is whole, or for six hours (SweepContents)',
  },
  mirror_pass: {
    bound: 'one row for each scan of a mirror; deleted at its end, or a day after its worker died',
    over: olderThan('leased_until', 1),
  },
  // Before the cohorts that they refer to.
  cohort_pattern: {
    bound:
      'one row for each mirror and pattern that was ever searched for in it; deleted with the mirror, or once its organisation has no task',
    over: `cohort_id in (${LEFT_COHORTS})`,
  },
  scan_cohort: {
    bound:
      'one row for patterns of an organisation that were matched equally far in a mirror; deleted with the mirror, or once its organisation has no task',
    over: `id in (${LEFT_COHORTS}) and not exists (select from crawler.cohort_pattern p where p.cohort_id = scan_cohort.id)`,
  },
};
