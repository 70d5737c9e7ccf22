import {
  FILTER_MODES,
  LAUNCH_ERROR_CODES,
  PATTERN_GROUP_NAMES,
  PATTERN_KINDS,
  REPOSITORY_STATUSES,
  SEARCH_TYPES,
  SOURCE_TYPES,
} from '@leakwatch/vocabulary';
import { z } from 'zod';
import { stalledState } from '../../bus/launches.v1.ts';
import { observerBody, repositoryBody } from './task-body.ts';

export const repositoryState = repositoryBody.extend({
  id: z.uuid(),
  status: z.enum(REPOSITORY_STATUSES),
  error_code: z.string().nullable(),
  /** For customers: Leakwatch's text, never that of the upstream. */
  error_text: z.string().nullable(),
  last_indexed: z.iso.datetime().nullable(),
  blobs_total: z.number().int(),
  blobs_scanned: z.number().int(),
  /** Parts that could not be read or exceeded a limit, which distinguishes 'nothing found' from 'not searched'. */
  blobs_unread: z.number().int(),
  /** Files that were read, and for which an expression of the task was too expensive; words were looked for in them. */
  blobs_unchecked: z.number().int(),
  /** As for a source. */
  waiting: z.boolean(),
});

export const sourceState = z.object({
  /** The same as `source_type`. */
  source: z.enum(SOURCE_TYPES),
  source_type: z.enum(SOURCE_TYPES),
  search_type: z.enum(SEARCH_TYPES),
  active: z.boolean(),
  /** Searched while the task runs: active and not waiting for confirmation. */
  status: z.boolean(),
  tg_channels: z.array(z.object({ username: z.string(), waiting: z.boolean() })),
  /** Added to a confirmed task of an organisation that is not trusted, and not confirmed by staff yet. */
  waiting: z.boolean(),
  state: z.enum(['idle', 'waiting', 'running', 'done', 'failed']),
  progress: z.number().int().min(0).max(100),
  activity: z.iso.datetime().nullable(),
  /** Set while the last launch failed, or a repository, query or list of the source cannot be read. */
  failing: z
    .object({
      /** null where it was not recorded. */
      since: z.iso.datetime().nullable(),
      error_code: z.string().nullable(),
      /** Repositories, queries or lists that cannot be read, of all of them; both 0 where the whole source fails. */
      parts_failed: z.number().int(),
      parts: z.number().int(),
    })
    .nullable(),
  /** Set while the search of a running task makes no progress, and has made none for long. */
  stalled: stalledState.nullable(),
});

export const taskRow = z.object({
  id: z.uuid(),
  title: z.string(),
  author: z.string().nullable(),
  created: z.iso.datetime(),
  status: z.boolean(),
  confirmed: z.boolean(),
  /** An addition waits for confirmation by staff; the rest runs. */
  waiting_additions: z.boolean(),
  is_deep: z.boolean(),
  is_git_monitoring: z.boolean(),
  recipients: z.array(z.string()),
  sources: z.array(sourceState),
  pattern_count: z.number().int(),
});
export type TaskRow = z.output<typeof taskRow>;

/** What of a source was searched, which distinguishes 'nothing found' from 'not searched'. For searchable sources. */
export const sourceCoverage = z.object({
  source_type: z.enum(SOURCE_TYPES),
  /** Number of repositories, queries, streams and lists that are read, and of those that could not be read. */
  parts: z.number().int(),
  parts_failed: z.number().int(),
  /** Results that the source says it has; null where it gives no number, and for repositories. */
  found: z.number().int().nullable(),
  /** Parts of which the source does not give every result, and parts whose answers were incomplete. */
  capped: z.number().int(),
  incomplete: z.number().int(),
  /** Parts that answer and have had nothing new for longer than their habit. */
  silent: z.number().int(),
  /** Since when the first of them. */
  silent_since: z.iso.datetime().nullable(),
  /** Why a part waits or fails. */
  error_code: z.enum(LAUNCH_ERROR_CODES).nullable(),
  /** Number of files; `unread` could not be read or exceed the size limit. */
  total: z.number().int(),
  scanned: z.number().int(),
  unread: z.number().int(),
  /** Files for which an expression was too expensive; they count as scanned. */
  unchecked: z.number().int(),
  /** Every part was searched to its end at this time or later; null where one never was, or cannot be read now. */
  last_full_pass: z.iso.datetime().nullable(),
  /** When the next launch is due; null while the task is stopped or a launch is waiting or running. */
  next_launch: z.iso.datetime().nullable(),
});
export type SourceCoverage = z.output<typeof sourceCoverage>;

export const taskDetails = taskRow.extend({
  /** Whose task it is. */
  company: z.uuid(),
  /** Rises with every change. The rest of the answer is never older than this version. */
  version: z.number().int().positive(),
  /** Rises when the form of the task is saved, and with nothing else. */
  edit_version: z.number().int().positive(),
  coverage: z.array(sourceCoverage),
  /** What was chosen, under the names that a task is saved with. Only public domains have keywords. */
  patterns: z.array(
    z.object({
      patterns_type: z.enum(PATTERN_GROUP_NAMES),
      patterns: z.array(z.string()),
      keywords: z.array(z.object({ id: z.uuid(), name: z.string() })),
    }),
  ),
  /** What is searched for: a public domain makes one entry with each of its keywords. */
  search_patterns: z.array(z.object({ id: z.uuid(), kind: z.enum(PATTERN_KINDS), pattern: z.string(), waiting: z.boolean() })),
  filter_keywords: z.array(z.object({ keyword: z.string() })),
  filter_mode: z.enum(FILTER_MODES),
  git_repository_observer: observerBody.nullable(),
  git_repositories: z.array(repositoryState),
});
export type TaskDetails = z.output<typeof taskDetails>;
