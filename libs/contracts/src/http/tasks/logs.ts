import { SOURCE_TYPES, TASK_ACTIONS, TASK_LOG_MESSAGES, TASK_LOG_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, MAX_PAGE_LIMIT, page, pageQuery } from '../../paging.ts';
import { defineRoute, type Method } from '../../route.ts';
import { queryNumber } from '../../query-number.ts';

/** Page size of the history, and the maximum length of the action filter in characters. */
const HISTORY_PAGE = 50;
const ACTION_TEXT_MAX = 100;

/** One changed field as plain text, in the reader's language. */
export const changePart = z.object({
  /** Code of the field. */
  field: z.string(),
  label: z.string(),
  /** The removed entries of a list, or the one previous value; empty where there was none. */
  old: z.array(z.string()),
  new: z.array(z.string()),
});
export type ChangePart = z.output<typeof changePart>;

export const taskChangeEntry = z.object({
  id: z.uuid(),
  /** null: it concerns a whole launch session. */
  task_uuid: z.uuid().nullable(),
  task: z.string().nullable(),
  /** Whether the task was deleted and has no page any more. */
  task_archived: z.boolean(),
  /** null: the system. */
  user: z.string().nullable(),
  action: z.enum(TASK_ACTIONS),
  created: z.iso.datetime(),
  /** HTML of p, ul, li, b, del and ins without attributes; every value in it is escaped. The console shows `changes`. */
  description: z.string(),
  /** The action as a sentence. */
  summary: z.string(),
  changes: z.array(changePart),
});
export type TaskChangeEntry = z.output<typeof taskChangeEntry>;

export const listTaskChanges = defineRoute({
  method: 'GET',
  path: '/api/logs/task-changing/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: "List the changing history of all tasks or of one, newest first, in the caller's language",
  query: pageQuery.extend({
    limit: queryNumber(1, MAX_PAGE_LIMIT).default(HISTORY_PAGE),
    task: z.union([z.literal('all'), z.uuid()]).default('all'),
    /** A code of an action, or a part of its text in the reader's language. */
    action: z.string().trim().max(ACTION_TEXT_MAX).optional(),
  }),
  answer: page(taskChangeEntry),
  errors: ['not_in_organisation'],
});

export const taskLog = z.object({
  id: z.string(),
  /** The wire value of gitlab_cloud is gitlab here. */
  source_type: z.enum([...SOURCE_TYPES, 'gitlab']),
  title: z.string(),
  log_type: z.enum(TASK_LOG_TYPES),
  /** The console has the text for `code`, and for `error_code` the texts of repository errors. */
  message: z.object({
    code: z.enum(TASK_LOG_MESSAGES),
    count: z.number().int(),
    source: z.string(),
    error_code: z.string().nullable(),
  }),
  event_time: z.iso.datetime(),
});
export type TaskLog = z.output<typeof taskLog>;

export const listTaskLogs = defineRoute({
  method: 'GET',
  path: '/api/logs/tasks/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: "List how the launches of the organisation's tasks ended, newest first",
  query: pageQuery,
  answer: page(taskLog),
  errors: ['not_in_organisation'],
});

/** This call is GET in the API; the console uses its POST twin. */
const clear = <M extends Method>(method: M) =>
  defineRoute({
    method,
    path: '/api/logs/tasks/clear/',
    service: 'tasks',
    access: 'user',
    changesState: true,
    summary: "Clear the task log of the caller's organisation",
    answer: done,
    errors: ['not_in_organisation'],
  });

export const clearTaskLogs = clear('GET');
export const clearTaskLogsPost = clear('POST');
