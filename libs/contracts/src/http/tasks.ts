import { DROP_REASONS, EXPRESSION_MAX, START_REFUSAL_ORDER, TASK_REPOSITORIES_MAX } from '@leakwatch/rules';
import { FILTER_MODES, OBSERVER_SOURCE_TYPES, PATTERN_KINDS, REPOSITORY_STATUSES, SEARCH_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { taskChangesV1 } from '../bus/task-changes.v1.ts';
import { done, idParams, page, pageQuery } from '../paging.ts';
import { defineRoute } from '../route.ts';

/** Bounds of one request body, far above any tariff: what a tariff allows is checked by the rules. */
export const MAX_PATTERNS_IN_BODY = 100_000;
export const MAX_RECIPIENTS = 100;
const MAX_PATTERN_TEXT = 1000;
const MAX_SOURCES = 20;
const MAX_CHANNELS = 500;
const MAX_URL = 2000;

/** PostgreSQL keeps no NUL in a text. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\0]*$/);

const texts = z.array(z.string().max(MAX_PATTERN_TEXT)).max(MAX_PATTERNS_IN_BODY).default([]);

/** `patterns` when sent, keyed by type (spec/2-tasks section 3). */
export const patternsBody = z.object({
  public_domains: z
    .object({ patterns: texts, keywords: z.array(z.uuid()).max(MAX_PATTERNS_IN_BODY).default([]) })
    .default({ patterns: [], keywords: [] }),
  internal_domains: z.object({ patterns: texts }).default({ patterns: [] }),
  keywords: z.object({ patterns: texts }).default({ patterns: [] }),
  regex_keywords: z.object({ patterns: texts }).default({ patterns: [] }),
  /** The one pattern of a deep task. */
  deep: z.object({ patterns: texts }).default({ patterns: [] }),
});
export type PatternsBody = z.output<typeof patternsBody>;

export const repositoryBody = z.object({
  repo_title: line(255),
  repo_url: line(MAX_URL),
  repo_default_branch: line(255),
  git_remote_url: line(MAX_URL),
  repo_remote_source: line(50),
});

export const observerBody = z.object({
  account_name: line(255),
  source_type: z.enum(OBSERVER_SOURCE_TYPES).default('github'),
  is_organisation: z.boolean().default(true),
});

/** One source of a task. It is searched when it is `active` and its `status` is on. */
export const sourceBody = z.object({
  source_type: z.enum(SOURCE_TYPES),
  search_type: z.enum(SEARCH_TYPES).default('by_code'),
  active: z.boolean().default(true),
  status: z.boolean().default(true),
  tg_channels: z
    .array(z.object({ username: z.string().max(MAX_PATTERN_TEXT).default('') }))
    .max(MAX_CHANNELS)
    .default([]),
});
export type SourceBody = z.output<typeof sourceBody>;

export const taskBody = z.object({
  title: z.string().trim(),
  is_deep: z.boolean().default(false),
  sources: z.array(sourceBody).max(MAX_SOURCES).default([]),
  recipients: z.array(z.string().max(MAX_PATTERN_TEXT)).max(MAX_RECIPIENTS).default([]),
  patterns: patternsBody,
  filter_keywords: z.array(z.string().max(MAX_PATTERN_TEXT)).max(MAX_PATTERNS_IN_BODY).default([]),
  filter_mode: z.enum(FILTER_MODES).default('exclude'),
  git_monitoring: z.boolean().default(false),
  git_repository_observer: observerBody.optional(),
  git_repositories: z.array(repositoryBody).max(TASK_REPOSITORIES_MAX).default([]),
});
export type TaskBody = z.output<typeof taskBody>;

export const repositoryState = repositoryBody.extend({
  id: z.uuid(),
  status: z.enum(REPOSITORY_STATUSES),
  error_code: z.string().nullable(),
  /** For customers: our own words, never the upstream's raw text. */
  error_text: z.string().nullable(),
  last_indexed: z.iso.datetime().nullable(),
  blobs_total: z.number().int(),
  blobs_scanned: z.number().int(),
  /** What could not be read or was over the bound: 'nothing found' can be told from 'did not look'. */
  blobs_unread: z.number().int(),
  /** As of a source. */
  waiting: z.boolean(),
});

export const sourceState = z.object({
  source_type: z.enum(SOURCE_TYPES),
  search_type: z.enum(SEARCH_TYPES),
  active: z.boolean(),
  tg_channels: z.array(z.object({ username: z.string() })),
  /** Added to a confirmed task of an organisation that is not trusted: staff have not seen it yet. */
  waiting: z.boolean(),
  /** Whether this version has a crawler for the source. */
  crawled: z.boolean(),
  state: z.enum(['idle', 'waiting', 'running', 'done', 'failed']),
  progress: z.number().int().min(0).max(100),
  activity: z.iso.datetime().nullable(),
});

export const taskRow = z.object({
  id: z.uuid(),
  title: z.string(),
  author: z.string().nullable(),
  created: z.iso.datetime(),
  status: z.boolean(),
  confirmed: z.boolean(),
  /** Something was added that waits for staff; the rest runs. */
  waiting_additions: z.boolean(),
  is_deep: z.boolean(),
  is_git_monitoring: z.boolean(),
  recipients: z.array(z.string()),
  sources: z.array(sourceState),
  pattern_count: z.number().int(),
});
export type TaskRow = z.output<typeof taskRow>;

/** What of a source was looked at: 'nothing found' can be told from 'did not look'. For sources that are crawled. */
export const sourceCoverage = z.object({
  source_type: z.enum(SOURCE_TYPES),
  /** Repositories, with those that could not be read. */
  parts: z.number().int(),
  parts_failed: z.number().int(),
  /** Files; `unread` could not be read or are over the bound. */
  total: z.number().int(),
  scanned: z.number().int(),
  unread: z.number().int(),
  /** Since then every part was looked at to its end; null where one never was, or cannot be read now. */
  last_full_pass: z.iso.datetime().nullable(),
  /** When the next launch is due; null while the task is stopped or a launch is waiting or running. */
  next_launch: z.iso.datetime().nullable(),
});
export type SourceCoverage = z.output<typeof sourceCoverage>;

export const taskDetails = taskRow.extend({
  coverage: z.array(sourceCoverage),
  /** Domains and keywords as they were chosen: `patterns` has one entry for each pair of them. */
  public_domains: z.object({ patterns: z.array(z.string()), keywords: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
  patterns: z.array(z.object({ id: z.uuid(), patterns_type: z.enum(PATTERN_KINDS), pattern: z.string(), waiting: z.boolean() })),
  filter_keywords: z.array(z.object({ keyword: z.string() })),
  filter_mode: z.enum(FILTER_MODES),
  git_repository_observer: observerBody.nullable(),
  git_repositories: z.array(repositoryState),
});
export type TaskDetails = z.output<typeof taskDetails>;

/** In the order in which they are checked. */
export const startErrors = START_REFUSAL_ORDER;

/** Why a file of keywords is not read. */
export const KEYWORD_FILE_ERRORS = [
  'keyword_file_missing',
  'keyword_file_several',
  'keyword_file_format',
  'keyword_file_too_large',
  'keyword_file_too_long',
] as const;

export const listTasks = defineRoute({
  method: 'GET',
  path: '/api/tasks/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: 'Tasks, newest first',
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
  summary: 'Tasks to choose from',
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
  summary: 'One task with its patterns, sources and repositories',
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
  summary: 'Create a task; what the rules drop is told',
  body: taskBody,
  answer: z.object({
    id: z.uuid(),
    dropped: z.array(z.object({ text: z.string(), reason: z.enum(DROP_REASONS) })),
    /** Chosen sources that this version does not crawl. */
    not_crawled: z.array(z.enum(SOURCE_TYPES)),
    /** Expressions without a literal part that a source could be asked for: they run on streams only. */
    stream_only: z.array(z.string()),
  }),
  errors: ['task_invalid', 'not_in_organisation', 'organisation_unknown'],
});

export const updateTask = defineRoute({
  method: 'PATCH',
  path: '/api/tasks/{id}/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Change a task; a pattern that stays keeps its history',
  params: idParams,
  body: taskBody,
  answer: createTask.answer,
  errors: ['task_invalid', 'organisation_unknown', ...startErrors],
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
  summary: 'Run a task now, before what waits; a stopped one is started by its limits',
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
  summary: 'Archive a task; its events stay unless they are to go, which is final after 30 days',
  params: idParams,
  query: z.object({ delete_events: z.stringbool().default(false) }),
  answer: done,
  errors: [],
});

/** Reads a text file of magic keywords; nothing is saved. */
export const uploadKeywords = defineRoute({
  method: 'POST',
  path: '/api/tasks/keywords/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Magic keywords of one text/plain file by the rules: what can be taken, and what cannot with the reason',
  bodyType: 'multipart/form-data',
  answer: z.object({
    keywords: z.array(z.string()),
    errors: z.array(z.object({ text: z.string(), reason: z.enum(DROP_REASONS) })),
  }),
  errors: KEYWORD_FILE_ERRORS,
});

/** Longest sample in which an expression is tried. */
export const EXPRESSION_SAMPLE_MAX = 20_000;

export const checkExpression = defineRoute({
  method: 'POST',
  path: '/api/tasks/check_expression/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: 'Whether an expression can run, what a source can be asked for, and what it matches in a sample; nothing is kept',
  body: z.object({
    expression: z.string().max(EXPRESSION_MAX * 2),
    sample: z.string().max(EXPRESSION_SAMPLE_MAX).default(''),
  }),
  answer: z.object({
    /** Why it cannot run; null when it can. */
    reason: z.enum(DROP_REASONS).nullable(),
    /** Parts that every match holds; none: it runs on streams only. */
    literals: z.array(z.string()),
    /** Places in the sample, in UTF-16 code units. */
    matches: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  }),
  errors: [],
});

export const internalTaskCounts = defineRoute({
  method: 'GET',
  path: '/internal/counts/tasks/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: "The caller's running tasks",
  answer: z.object({ tasks: z.number().int() }),
  errors: [],
});

/** Asked by the crawler for a task that the bus has not brought: a new one, or one whose messages were pruned. */
export const internalTask = defineRoute({
  method: 'GET',
  path: '/internal/tasks/{id}/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'A task as its messages tell it',
  params: idParams,
  answer: taskChangesV1.schema,
  errors: [],
});

/** Asked by the events service before it mails about a task: who is told now, not who was told of then. */
export const internalTaskRecipients = defineRoute({
  method: 'GET',
  path: '/internal/tasks/{id}/recipients/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'Title and recipients of a task; none of one that is deleted',
  params: idParams,
  answer: z.object({ title: z.string(), recipients: z.array(z.string()) }),
  errors: [],
});

/** Asked by the crawler when it opens a remote: bus and jobs never carry credentials. */
export const internalRepositoryRemote = defineRoute({
  method: 'GET',
  path: '/internal/repositories/{id}/remote/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'The remote address of a repository with its credentials',
  params: idParams,
  answer: z.object({
    address: z.string(),
    credentials: z.object({ username: z.string(), password: z.string() }).nullable(),
  }),
  errors: [],
});
