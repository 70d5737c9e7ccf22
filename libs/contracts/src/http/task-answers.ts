import { FILTER_MODES, PATTERN_KINDS, REPOSITORY_STATUSES, SEARCH_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { observerBody, repositoryBody } from './task-body.ts';

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
  tg_channels: z.array(z.object({ username: z.string(), waiting: z.boolean() })),
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
