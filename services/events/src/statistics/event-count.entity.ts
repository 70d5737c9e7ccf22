import { defineEntity, p } from '@leakwatch/platform';
import type { EventStatus } from '@leakwatch/vocabulary';

/** What events are counted by, beside task and status. The triggers of the migration 0110-events-by-reason write these names. */
export const DIMENSIONS = [
  'source',
  'language',
  'pattern',
  'owner',
  'repository',
  'author',
  'token',
  'severity',
  'assignee',
  'reason',
  'day',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

const counted = {
  organisation_id: p.uuid().primary(),
  dimension: p.text().$type<Dimension>().primary(),
  status: p.text().$type<EventStatus>().primary(),
  task_id: p.uuid().primary(),
  value_hash: p.uuid().primary(),
  value: p.text(),
};

/** How many events have a value; `EventCountChange` holds what is not yet added. */
export const EventCountEntity = defineEntity({
  name: 'EventCount',
  tableName: 'event_count',
  schema: 'events',
  properties: { ...counted, count: p.bigint('number') },
});

/** One change of a count, written by the triggers of events.event. */
export const EventCountChangeEntity = defineEntity({
  name: 'EventCountChange',
  tableName: 'event_count_change',
  schema: 'events',
  properties: {
    id: p.bigint('string').primary().autoincrement().columnType('bigint'),
    organisation_id: p.uuid(),
    task_id: p.uuid(),
    status: p.text().$type<EventStatus>(),
    dimension: p.text().$type<Dimension>(),
    value_hash: p.uuid(),
    value: p.text(),
    change: p.integer(),
  },
});
