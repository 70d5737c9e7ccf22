import { defineEntity, p } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';

/** How many events of a task, source and pattern were created on a UTC day. */
export const DailyEventsEntity = defineEntity({
  name: 'DailyEvents',
  tableName: 'daily_events',
  schema: 'reports',
  properties: {
    organisation_id: p.uuid().primary(),
    task_id: p.uuid().primary(),
    day: p.date().primary(),
    source_type: p.text().$type<SourceType>().primary(),
    pattern: p.text().primary(),
    events: p.integer(),
  },
});

/** An event that is counted: a message that comes again, before or after a rebuild's snapshot, counts once. */
export const CountedEventEntity = defineEntity({
  name: 'CountedEvent',
  tableName: 'counted_event',
  schema: 'reports',
  properties: {
    event_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    task_id: p.uuid(),
    source_type: p.text().$type<SourceType>(),
    pattern: p.text(),
    day: p.date(),
    /** The newest rebuild that has seen it. */
    rebuild: p.integer(),
    /** null where it was counted before hours were kept, and no rebuild has seen it since. */
    created: p.datetime().nullable(),
  },
});

/** A task that was deleted with its events; its counts stay hidden, whatever arrives late. */
export const DeletedTaskEntity = defineEntity({
  name: 'DeletedTask',
  tableName: 'deleted_task',
  schema: 'reports',
  properties: { task_id: p.uuid().primary(), organisation_id: p.uuid() },
});

export const RebuildEntity = defineEntity({
  name: 'Rebuild',
  tableName: 'rebuild',
  schema: 'reports',
  properties: { number: p.integer().primary(), begun_at: p.datetime().defaultRaw('now()') },
});
