import { PATTERN_KINDS, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** A crawler publishes one for each document that matched a pattern of a task. */
export const findingsV1 = defineMessage({
  topic: 'findings.v1',
  keyOf: (finding) => `${finding.organisation_id}:${finding.container.key}`,
  schema: z.object({
    organisation_id: z.uuid(),
    task_id: z.uuid(),
    /** The task's newest launch over the source; null where the crawler knows none. */
    launch_id: z.uuid().nullable(),
    pattern: z.object({ id: z.uuid(), kind: z.enum(PATTERN_KINDS), text: z.string() }),
    source_type: z.enum(SOURCE_TYPES),
    /** Repository, channel or paste. `key` identifies it and never holds credentials. */
    container: z.object({ key: z.string(), title: z.string(), url: z.string(), owner: z.string() }),
    /** Inside the container; the first introduction when the document has several paths. */
    path: z.string(),
    file_url: z.string(),
    language: z.string(),
    /** The version of the document: a blob id for git. */
    document: z.object({ version: z.string(), bytes: z.number().int() }),
    commit: z.object({ id: z.string(), author: z.string(), committed_at: z.iso.datetime({ offset: true }) }).nullable(),
    /** sha256, hex, of the normalised lines that match. */
    lines_hash: z.string(),
    /** 1-based line of the first match in the document. */
    line: z.number().int(),
    /** Byte offsets of the matches in the document. */
    byte_ranges: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
    /** Text around the matches; highlights and starts of segments are UTF-16 offsets in `text`. */
    excerpt: z.object({
      text: z.string(),
      /** Separate parts of the document, with the line on which each begins. */
      segments: z.array(z.object({ at: z.number().int(), line: z.number().int() })).min(1),
      highlights: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
      truncated: z.boolean(),
    }),
    found_at: z.iso.datetime(),
  }),
});
export type Finding = z.output<typeof findingsV1.schema>;
