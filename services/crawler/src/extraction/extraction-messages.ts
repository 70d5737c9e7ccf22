import { z } from 'zod';
import { UNREADABLE } from './reader.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A document, for a process that reads documents. */
export const extractionTask = z.object({ bytes, path: z.string() });
export type ExtractionTask = z.output<typeof extractionTask>;

/** What is inside a document, and how long reading it took. */
const timedExtraction = z.object({
  parts: z
    .array(z.object({ path: z.string(), bytes, isText: z.literal(true).exactOptional(), isMacros: z.literal(true).exactOptional() }))
    .readonly(),
  unread: z.array(z.object({ path: z.string(), reason: z.enum(UNREADABLE) })).readonly(),
  milliseconds: z.number(),
});
export type TimedExtraction = z.output<typeof timedExtraction>;

/** What a process says first: it can read documents. */
export const STARTED = 'started';

/** Of a process that has read a document; with the bytes of memory that it keeps. */
export const extractionAnswer = timedExtraction.extend({ resident: z.number() });
export type ExtractionAnswer = z.output<typeof extractionAnswer>;
