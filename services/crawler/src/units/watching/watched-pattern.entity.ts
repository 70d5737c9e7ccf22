import { defineEntity, p } from '@leakwatch/platform';

/** A pattern of a running task, for one source that is read in units. */
export const WatchedPatternEntity = defineEntity({
  name: 'WatchedPattern',
  tableName: 'watched_pattern',
  schema: 'crawler',
  properties: {
    task_id: p.uuid().primary(),
    source_type: p.text().primary(),
    pattern_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    kind: p.text(),
    text: p.text(),
    /** Number of the change that added it; see WatchClockEntity. */
    added: p.bigint('string'),
  },
});

/** The number of the last change of watched patterns. A transaction that adds patterns holds the row, so numbers are committed in order. */
export const WatchClockEntity = defineEntity({
  name: 'WatchClock',
  tableName: 'watch_clock',
  schema: 'crawler',
  properties: { id: p.boolean().primary().default(true), version: p.bigint('string') },
});

/** Whether an organisation has accounts of its own for a source. */
export const OwnAccessEntity = defineEntity({
  name: 'OwnAccess',
  tableName: 'own_access',
  schema: 'crawler',
  properties: {
    organisation_id: p.uuid().primary(),
    source_type: p.text().primary(),
    version: p.bigint('string'),
    owns: p.boolean(),
  },
});
