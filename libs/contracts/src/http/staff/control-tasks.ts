import { z } from 'zod';
import { done, idParams, INTEGER_MAX, page, pageQuery, sortBy } from '../../paging.ts';
import { defineRoute, type Method } from '../../route.ts';
import { queryNumber } from '../../query-number.ts';

const part = z.string().max(200).optional();

/** A task as staff see it among the tasks of all organisations. */
export const controlTask = z.object({
  id: z.uuid(),
  title: z.string(),
  author: z.string().nullable(),
  /** `name` is null for the moment between the organisation's creation and the message about it. */
  organisation: z.object({ id: z.uuid(), name: z.string().nullable() }),
  created: z.iso.datetime(),
  /** The newest report of the crawler about any of its sources. */
  last_activity: z.iso.datetime().nullable(),
  /** When it was last started, by a person or a launch session. */
  start_time: z.iso.datetime().nullable(),
  /** Whether it runs. */
  status: z.boolean(),
  confirmed: z.boolean(),
  /** Patterns, repositories and sources that were added to the confirmed task and wait for staff. */
  waiting_count: z.number().int().nonnegative(),
  /** Rises with every change. A confirmation names the version that staff saw. */
  version: z.number().int().positive(),
  is_deep: z.boolean(),
  is_git_monitoring: z.boolean(),
});
export type ControlTask = z.output<typeof controlTask>;

/** Columns that the list can be sorted by. */
export const CONTROL_TASK_SORTS = ['title', 'created'] as const;

export const listControlTasks = defineRoute({
  method: 'GET',
  path: '/api/control/tasks/',
  service: 'tasks',
  access: 'staff',
  changesState: false,
  summary: 'List the tasks of all organisations: first those that wait for confirmation, then the newest',
  query: pageQuery.extend({ title: part, author: part, org: z.uuid().optional(), sort: sortBy(CONTROL_TASK_SORTS) }),
  answer: page(controlTask),
  errors: [],
});

/** These calls are GET in the API; the console uses their POST twins. */
const confirm = {
  path: '/api/control/tasks/{id}/confirm/',
  service: 'tasks',
  access: 'staff',
  changesState: true,
  summary: 'Confirm a task with all its waiting changes; with `version`, only while the task has that version',
  params: idParams,
  answer: done,
  errors: ['task_changed'],
} as const;

export const confirmTask = defineRoute({
  ...confirm,
  method: 'GET',
  query: z.object({ version: queryNumber(1, INTEGER_MAX).optional() }),
});
export const confirmTaskPost = defineRoute({
  ...confirm,
  method: 'POST',
  body: z.object({ version: z.number().int().positive().max(INTEGER_MAX).optional() }),
});

const block = <M extends Method>(method: M) =>
  defineRoute({
    method,
    path: '/api/control/tasks/{id}/block/',
    service: 'tasks',
    access: 'staff',
    changesState: true,
    summary: 'Stop a task and withdraw its confirmation',
    params: idParams,
    answer: done,
    errors: [],
  });

export const blockTask = block('GET');
export const blockTaskPost = block('POST');
