import { DROP_REASONS, EXPRESSION_MAX, KEYWORD_FILE_BYTES_MAX } from '@leakwatch/rules';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

/** Why a keyword file was refused. */
export const KEYWORD_FILE_ERRORS = [
  'keyword_file_missing',
  'keyword_file_several',
  'keyword_file_format',
  'keyword_file_too_large',
  'keyword_file_too_long',
] as const;

/** Reads a text file of magic keywords; nothing is saved. */
export const uploadKeywords = defineRoute({
  method: 'POST',
  path: '/api/tasks/keywords/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  onlyAnswers: true,
  summary: 'Read magic keywords from one text/plain file: the valid ones, and the others with the reason',
  bodyType: 'multipart/form-data',
  /** More than a keyword file may have, so that a file that is too large gets its own error. */
  bodyBytes: KEYWORD_FILE_BYTES_MAX + 6 * 1024 * 1024,
  answer: z.object({
    keywords: z.array(z.string()),
    errors: z.array(z.object({ text: z.string(), reason: z.enum(DROP_REASONS) })),
  }),
  errors: KEYWORD_FILE_ERRORS,
});

/** Maximum length of the sample in which an expression is tried. */
export const EXPRESSION_SAMPLE_MAX = 20_000;

export const checkExpression = defineRoute({
  method: 'POST',
  path: '/api/tasks/check_expression/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: 'Check an expression: whether it can run, what sources are asked for, and its matches in a sample; nothing is saved',
  body: z.object({
    expression: z.string().max(EXPRESSION_MAX * 2),
    sample: z.string().max(EXPRESSION_SAMPLE_MAX).default(''),
  }),
  /** A character of the sample takes up to six bytes in JSON. */
  bodyBytes: 6 * EXPRESSION_SAMPLE_MAX + 4 * 1024,
  bodyLeavesNul: true,
  answer: z.object({
    /** Why it cannot run; null when it can. */
    reason: z.enum(DROP_REASONS).nullable(),
    /** The texts of each query that a source with a search is asked; without any the expression runs on streams only. */
    queries: z.array(z.array(z.string())),
    /** A query has parts of words alone: sources whose search knows whole words find nothing by it. */
    parts_of_words: z.boolean(),
    /** Matches in the sample, in UTF-16 code units. */
    matches: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  }),
  errors: [],
});
