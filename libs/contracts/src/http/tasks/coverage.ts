import { LAUNCH_ERROR_CODES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { idParams, page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** What a source was asked for a pattern, and what it gave (docs/behaviour/coverage.md). */
export const patternCoverage = z.object({
  pattern: z.uuid(),
  source_type: z.enum(SOURCE_TYPES),
  /** False where the source cannot be asked for the pattern: an expression without a literal part. */
  asked: z.boolean(),
  /** Results that the source says it has; null where it gives no number, or was not asked yet. */
  found: z.number().int().nullable(),
  /** Documents that its answers named, and how many of them were read and could not be read. */
  returned: z.number().int(),
  read: z.number().int(),
  unread: z.number().int(),
  /** Documents for which an expression was too expensive. */
  unchecked: z.number().int(),
  /** The source has results that it does not give. */
  capped: z.boolean(),
  /** The source said that its answer was incomplete, or documents were missed between two answers. */
  incomplete: z.boolean(),
  /** Why the pattern waits or could not be searched for. */
  error_code: z.enum(LAUNCH_ERROR_CODES).nullable(),
  last_full_pass: z.iso.datetime().nullable(),
});
export type PatternCoverage = z.output<typeof patternCoverage>;

export const getPatternCoverage = defineRoute({
  method: 'GET',
  path: '/api/tasks/{id}/coverage/',
  service: 'crawler',
  access: 'user',
  changesState: false,
  summary: "Get what a running task's sources were asked for each of its patterns; a page counts patterns",
  params: idParams,
  query: pageQuery,
  answer: page(patternCoverage),
  errors: [],
});
