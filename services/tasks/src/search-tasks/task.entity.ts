import type { TaskBody, TaskDetails } from '@leakwatch/contracts';
import { defineEntity, type InferEntity, p } from '@leakwatch/platform';
import type { PatternKind, SearchType, SourceType } from '@leakwatch/vocabulary';

export const TaskEntity = defineEntity({
  name: 'Task',
  tableName: 'task',
  schema: 'tasks',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** Raised by every change that other services receive. */
    version: p.integer().default(1),
    /** Raised when the form of the task is saved: a form names the one that it saw. */
    edit_version: p.integer().default(1),
    title: p.text(),
    author_id: p.uuid().strictNullable(),
    author_name: p.text().strictNullable(),
    created: p.datetime().defaultRaw('now()'),
    running: p.boolean().default(false),
    confirmed: p.boolean().default(false),
    deep: p.boolean().default(false),
    git_monitoring: p.boolean().default(false),
    recipients: p.array().$type<string[]>(),
    /** False for a task from before there were messages about recipients, until it is announced. */
    recipients_announced: p.boolean().default(true),
    filter_keywords: p.array().$type<string[]>(),
    filter_mode: p.text().$type<TaskBody['filter_mode']>(),
    observer: p.json<NonNullable<TaskBody['git_repository_observer']>>().strictNullable(),
    archived_at: p.datetime().strictNullable(),
    /** Maintained by triggers on the table of patterns. */
    pattern_count: p.integer().default(0),
    /** Set when the task is archived: its events are to be deleted. */
    delete_events: p.boolean().default(false),
    chosen_domains: p.array().$type<string[]>().default([]),
    chosen_keywords: p.json<TaskDetails['patterns'][number]['keywords']>().default([]),
    /** A keyed hash of the body that created the task; null for a task from before this was kept. */
    creation_digest: p.text().nullable(),
  },
});
export type Task = InferEntity<typeof TaskEntity>;

export const TaskSourceEntity = defineEntity({
  name: 'TaskSource',
  tableName: 'task_source',
  schema: 'tasks',
  properties: {
    task_id: p.uuid().primary(),
    source_type: p.text().$type<SourceType>().primary(),
    organisation_id: p.uuid(),
    search_type: p.text().$type<SearchType>(),
    active: p.boolean().default(true),
    /** Of the last launch, 0-100. */
    progress: p.integer().default(0),
    activity_at: p.datetime().strictNullable(),
    state: p.text().default('idle'),
    next_launch_at: p.datetime().strictNullable(),
    /** What the crawler reports of a source that is read in units; parsed when it is read. */
    units: p.json<unknown>().nullable(),
    /** Added to a confirmed task: staff have not confirmed it yet. */
    waiting: p.boolean().default(false),
    channels: p.array().$type<string[]>().default([]),
    /** Those of `channels` that staff have not confirmed yet. */
    waiting_channels: p.array().$type<string[]>().default([]),
  },
});

export const PatternEntity = defineEntity({
  name: 'Pattern',
  tableName: 'pattern',
  schema: 'tasks',
  properties: {
    id: p.uuid().primary(),
    task_id: p.uuid(),
    organisation_id: p.uuid(),
    kind: p.text().$type<PatternKind>(),
    text: p.text(),
    position: p.integer(),
    /** Added to a confirmed task: staff have not confirmed it yet. */
    waiting: p.boolean().default(false),
  },
});
