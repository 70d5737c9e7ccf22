import { TASK_PATTERNS_MAX, TASK_REPOSITORIES_MAX } from '@leakwatch/rules';
import { FILTER_MODES, OBSERVER_SOURCE_TYPES, SEARCH_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';

/** Limits of one request body, far above any tariff; the rules check the limits of the tariff. */
export const MAX_PATTERNS_IN_BODY = TASK_PATTERNS_MAX;
export const MAX_RECIPIENTS = 100;
const MAX_PATTERN_TEXT = 1000;
const MAX_SOURCES = 20;
const MAX_CHANNELS = 500;
const MAX_URL = 2000;
/** 100,000 patterns, mostly far shorter than their 128 characters, and 2,000 repositories. In bytes. */
export const TASK_BODY_BYTES = 16 * 1024 * 1024;

/** PostgreSQL cannot store NUL in a text. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\0]*$/);

/** Limits of the body that a person may exceed; the console has a text for each. */
export const BODY_FAULTS = ['too_big', 'too_many_entries'] as const;

/** One entry of a text: a line, or a word. */
const LINES = /[^\r\n]+/g;
const WORDS = /[^\s,;]+/g;

/** Texts with at most `max` entries together: one text may hold hundreds, and the answer lists the dropped ones. */
const texts = (entry: RegExp, max: number) =>
  z
    .array(z.string().max(MAX_PATTERN_TEXT))
    .max(max)
    .refine(
      (sent) => {
        let entries = 0;
        return sent.every((text) => (entries += text.match(entry)?.length ?? 0) <= max);
      },
      { message: 'too_many_entries' },
    )
    .default([]);
const domains = texts(WORDS, MAX_PATTERNS_IN_BODY);
const lines = texts(LINES, MAX_PATTERNS_IN_BODY);

const patternsOf = (texts: typeof domains) => z.strictObject({ patterns: texts }).default({ patterns: [] });

/** The field `patterns` of a request, keyed by type. No other names: what a misspelt one holds would not be watched, and a change would empty it. */
export const patternsBody = z.strictObject({
  public_domains: z
    .strictObject({ patterns: domains, keywords: z.array(z.uuid()).max(MAX_PATTERNS_IN_BODY).default([]) })
    .default({ patterns: [], keywords: [] }),
  internal_domains: patternsOf(domains),
  keywords: patternsOf(lines),
  regex_keywords: patternsOf(lines),
  /** The one pattern of a deep task. */
  deep: patternsOf(lines),
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

/** One source of a task. It is searched when `active` is set and `status` is on. */
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
  recipients: texts(WORDS, MAX_RECIPIENTS),
  patterns: patternsBody,
  filter_keywords: lines,
  filter_mode: z.enum(FILTER_MODES).default('exclude'),
  git_monitoring: z.boolean().default(false),
  git_repository_observer: observerBody.optional(),
  git_repositories: z.array(repositoryBody).max(TASK_REPOSITORIES_MAX).default([]),
});
export type TaskBody = z.output<typeof taskBody>;
