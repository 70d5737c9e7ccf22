import { CLOSE_REASON_CODES, EVENT_STATUSES, SEVERITIES, type SourceType } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { moment } from '../../moment.ts';
import { defineRoute } from '../../route.ts';
import { eventFilters, FILTER_TEXT_MAX } from './events.ts';

/** Values of one kind in an answer, the most frequent first; `value_part` finds the others. */
export const STATISTIC_VALUES_MAX = 1_000;

const count = z.number().int();

/** The number of events of each source, as the wire spells it. */
export const SOURCE_COUNTS = {
  github: 'git_count',
  gist: 'gist_count',
  pastebin: 'pastebin_count',
  gitlab_cloud: 'gitlab_cloud_count',
  telegram: 'telegram_count',
  git_repo: 'git_repo_count',
  google_docs: 'google_docs_count',
} as const satisfies Record<SourceType, string>;

/** The compiler asks for every source. */
const COUNTED_SOURCES = {
  git_count: count,
  gist_count: count,
  pastebin_count: count,
  gitlab_cloud_count: count,
  telegram_count: count,
  git_repo_count: count,
  google_docs_count: count,
} satisfies Record<(typeof SOURCE_COUNTS)[SourceType], typeof count>;

const { start_datetime: _start, end_datetime: _end, source_type, file_lang, ...sameName } = eventFilters.shape;

export const eventStatistics = defineRoute({
  method: 'GET',
  path: '/api/events/stat/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary:
    'Count the events that match filters by source, file type, pattern, owner, author, repository, what leaked, severity, assignee, reason, status and task',
  /** The filters of the list, four of them under names of their own. */
  query: z.object({
    ...sameName,
    start: moment.optional(),
    end: moment.optional(),
    src: source_type,
    lang: file_lang,
    /**
     * Counts only values that contain this text, letter case ignored; sources, what leaked, severities, assignees, reasons, statuses and
     * tasks are counted in any case.
     */
    value_part: z.string().min(1).max(FILTER_TEXT_MAX).optional(),
  }),
  answer: z.object({
    sources: z.object(COUNTED_SOURCES),
    file_types: z.array(z.object({ file_lang: z.string(), file_lang_count: count })),
    patterns: z.array(z.object({ pattern: z.string(), pattern_count: count })),
    owners: z.array(z.object({ username: z.string(), username_count: count })),
    authors: z.array(z.object({ author: z.string(), author_count: count })),
    repositories: z.array(z.object({ repo_name: z.string(), repo_name_count: count })),
    regex_tokens_found: z.array(
      z.object({
        /** English for a detector of Leakwatch, whose id is `detector`. */
        name: z.string(),
        name_count: count,
        regex_filter_id: z.uuid(),
        detector: z.string().nullable(),
      }),
    ),
    severities: z.array(z.object({ severity: z.enum(SEVERITIES), severity_count: count })),
    /** Members with events; `unassigned` counts events without an assignee. */
    assignees: z.array(z.object({ assignee: z.uuid(), name: z.string(), assignee_count: count })),
    unassigned: count,
    overdue: count,
    /** Why events were closed; events without a reason are not among them. */
    reasons: z.array(z.object({ reason: z.enum(CLOSE_REASON_CODES), reason_count: count })),
    /** Whatever statuses were asked for, so that every choice shows its number. */
    statuses: z.array(z.object({ status: z.enum(EVENT_STATUSES), status_count: count })),
    /** Of every task, whichever was asked for. */
    tasks: z.array(z.object({ task: z.uuid(), task_count: count })),
  }),
  errors: [],
});
