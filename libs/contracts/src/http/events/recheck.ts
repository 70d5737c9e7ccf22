import { RECHECK_ANSWERS, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** Lines that are compared: those with matches, of which an excerpt has some dozens. */
export const RECHECK_LINES_MAX = 200;
/** Longest of them; an excerpt has some kilobytes in all. */
const LINE_MAX = 64 * 1024;
/** Longer than the crawler may take (services/crawler/src/recheck). */
const ANSWER_MS = 40_000;

export const recheckAnswer = z.object({
  answer: z.enum(RECHECK_ANSWERS),
  /** When this was so: now, or for a monitored repository when its mirror was last brought up to date. */
  as_of: z.iso.datetime(),
});
export type Rechecked = z.output<typeof recheckAnswer>;

export const RECHECK_ERRORS = [
  'recheck_not_offered',
  'recheck_not_mirrored',
  'recheck_refused',
  'recheck_too_large',
  'recheck_unanswered',
] as const;

export const recheckEvent = defineRoute({
  method: 'POST',
  path: '/api/events/{id}/recheck/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Look whether the leak is still at its public address; recorded in the activity of the event',
  params: idParams,
  answer: recheckAnswer,
  answerMs: ANSWER_MS,
  errors: [...RECHECK_ERRORS],
});

/** A document that is looked for again. It holds what was found: it is never logged, queued or stored. */
const soughtDocument = z.object({
  organisation: z.uuid(),
  task: z.uuid(),
  source_type: z.enum(SOURCE_TYPES),
  /** Identifies the repository. */
  container: z.string(),
  file_url: z.string(),
  path: z.string(),
  version: z.string(),
  /** Id of the commit that introduced it; null where there is none. */
  commit: z.string().nullable(),
  /** sha256, hex, of the file that the source has; null where nothing was kept. */
  hash: z.string().nullable(),
  /** The lines with matches, runs of white space as one space; empty where only the whole file can be compared. */
  lines: z.array(z.string().max(LINE_MAX)).max(RECHECK_LINES_MAX),
});
export type SoughtDocument = z.output<typeof soughtDocument>;

export const internalRecheck = defineRoute({
  method: 'POST',
  path: '/internal/recheck/',
  service: 'crawler',
  access: 'service',
  changesState: false,
  summary: 'Look whether a document is still where it was found',
  body: soughtDocument,
  /** RECHECK_LINES_MAX ordinary lines; an excerpt is smaller. */
  bodyBytes: 1024 * 1024,
  answer: recheckAnswer,
  answerMs: ANSWER_MS,
  errors: [...RECHECK_ERRORS],
});
