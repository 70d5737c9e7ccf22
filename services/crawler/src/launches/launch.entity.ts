import { defineEntity, p } from '@leakwatch/platform';

/** A task's launch over a source that is read in units. It reads nothing itself: it ends when its units were read. */
export const LaunchEntity = defineEntity({
  name: 'UnitLaunch',
  tableName: 'launch',
  schema: 'crawler',
  properties: {
    launch_id: p.uuid().primary(),
    task_id: p.uuid(),
    organisation_id: p.uuid(),
    source_type: p.text(),
    began_at: p.datetime().defaultRaw('now()'),
    /** It never falls. */
    percent: p.integer().default(0),
    reported_at: p.datetime().nullable(),
    /** The oldest transaction that was not over at that time. */
    reported_before: p.bigint('string').nullable(),
    /** The content of the last report, as text: a report with the same content is not published. */
    told: p.text().nullable(),
    /** What had been done when the launch last made progress, as text. */
    progress_made: p.text().nullable(),
    progressed_at: p.datetime().defaultRaw('now()'),
    ended_at: p.datetime().nullable(),
    /** The task was stopped: the launch ends, also when the task runs again by now. */
    cancelled: p.boolean().default(false),
  },
});
