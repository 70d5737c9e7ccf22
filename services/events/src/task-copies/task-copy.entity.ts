import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { FilterMode } from '@leakwatch/vocabulary';

/** What this service needs of a task. */
export const TaskCopyEntity = defineEntity({
  name: 'TaskCopy',
  tableName: 'task',
  schema: 'events',
  properties: {
    task_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    version: p.integer(),
    title: p.text(),
    filter_keywords: p.array().$type<string[]>(),
    filter_mode: p.text().$type<FilterMode>(),
    /** Where it searches; empty for a copy from before this was kept. */
    source_types: p.array().$type<string[]>().defaultRaw("'{}'"),
    /** Addresses of its repositories, names of its Telegram channels in lower case. */
    containers: p.array().$type<string[]>().defaultRaw("'{}'"),
    /** Since when its events are hidden, because the task was deleted with them. */
    events_deleted_at: p.datetime().nullable(),
  },
});
export type TaskCopy = RowOf<typeof TaskCopyEntity>;
