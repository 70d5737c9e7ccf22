import { defineEntity, p } from '@leakwatch/platform';

/** The crawler's copy of a task. */
export const WatchedTaskEntity = defineEntity({
  name: 'WatchedTask',
  tableName: 'watched_task',
  schema: 'crawler',
  properties: {
    task_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    version: p.integer(),
    running: p.boolean(),
    /** The message of the tasks service, parsed when it is read: an older version may have written it. */
    snapshot: p.json<unknown>(),
    /** Digest of what was derived from the snapshot (docs/decisions/0149); null for a task that a version before 0149 stored. */
    needs_digest: p.text().nullable(),
  },
});
