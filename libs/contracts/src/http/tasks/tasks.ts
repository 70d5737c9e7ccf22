import { DROP_REASONS, START_REFUSAL_ORDER } from '@leakwatch/rules';
import { z } from 'zod';
import { done, editVersion, flag, idParams, page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { taskDetails, taskRow } from './task-answers.ts';
import { TASK_BODY_BYTES, taskBody } from './task-body.ts';

/** In the order in which they are checked. */
export const startErrors = START_REFUSAL_ORDER;

export const listTasks = defineRoute({
  method: 'GET',
  path: '/api/tasks/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: 'List tasks, newest first',
  query: pageQuery.extend({ title: z.string().max(200).optional(), org: z.uuid().optional() }),
  answer: page(taskRow),
  errors: [],
});

export const listTaskOptions = defineRoute({
  method: 'GET',
  path: '/api/tasks/full/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: 'List task titles',
  query: z.object({ org: z.uuid().optional() }),
  answer: z.array(z.object({ id: z.uuid(), title: z.string() })),
  errors: [],
});

export const getTask = defineRoute({
  method: 'GET',
  path: '/api/tasks/{id}/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: 'Get one task with its patterns, sources and repositories',
  params: idParams,
  answer: taskDetails,
  errors: [],
});

export const createTask = defineRoute({
  method: 'POST',
  path: '/api/tasks/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Create a task; the answer lists dropped entries',
  body: taskBody,
  bodyBytes: TASK_BODY_BYTES,
  bodyLeavesNul: true,
  answer: z.object({
    id: z.uuid(),
    dropped: z.array(z.object({ text: z.string(), reason: z.enum(DROP_REASONS) })),
    /** Expressions without a literal part to query for, which run only on streams. */
    stream_only: z.array(z.string()),
  }),
  errors: ['task_invalid', 'not_in_organisation', 'organisation_unknown', 'organisation_inactive'],
});

export const updateTask = defineRoute({
  method: 'PATCH',
  path: '/api/tasks/{id}/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Change a task; unchanged patterns keep their history',
  params: idParams,
  body: taskBody.extend({
    /** Left out, these stay as they are: a program that does not know one of them must not empty it without a word. */
    recipients: taskBody.shape.recipients.removeDefault().optional(),
    filter_keywords: taskBody.shape.filter_keywords.removeDefault().optional(),
    filter_mode: taskBody.shape.filter_mode.removeDefault().optional(),
    /** `edit_version` of the task that the person saw: refused once the task has another one. Without it the change is made in any case. */
    edit_version: editVersion.optional(),
  }),
  bodyBytes: TASK_BODY_BYTES,
  bodyLeavesNul: true,
  answer: createTask.answer,
  errors: ['task_invalid', 'organisation_unknown', 'changed_meanwhile', ...startErrors],
});

export const startTask = defineRoute({
  method: 'POST',
  path: '/api/tasks/{id}/start/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Start a task within the limits of the tariff',
  params: idParams,
  answer: done,
  errors: ['organisation_unknown', ...startErrors],
});

export const stopTask = defineRoute({
  method: 'POST',
  path: '/api/tasks/{id}/stop/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Stop a task; running work ends within seconds',
  params: idParams,
  answer: done,
  errors: ['session_timeout'],
});

export const startTaskRightNow = defineRoute({
  method: 'POST',
  path: '/api/tasks/{id}/start_right_now/',
  service: 'tasks',
  access: 'staff',
  changesState: true,
  summary: 'Run a task before waiting launches; a stopped one is started within its limits',
  params: idParams,
  answer: done,
  errors: ['organisation_unknown', ...startErrors],
});

export const deleteTask = defineRoute({
  method: 'DELETE',
  path: '/api/tasks/{id}/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Archive a task; on request its events are deleted too, finally after 30 days',
  params: idParams,
  query: z.object({ delete_events: flag.default(false) }),
  answer: done,
  errors: ['organisation_unknown', 'organisation_inactive'],
});
