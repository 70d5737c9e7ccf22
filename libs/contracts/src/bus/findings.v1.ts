import { PATTERN_KINDS, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

const range = z.object({ start: z.number().int(), end: z.number().int() });

/**
 * Content of a document, kept in the object store (evidence-objects.ts) since before the finding was published.
 * The finding refers to the object; who takes it owns it, and deletes it when the organisation has the same content already.
 */
const keptContent = z.object({
  object: z.uuid(),
  /** sha256, hex, of the whole document as it was matched. */
  hash: z.string(),
  /** Length of the document. */
  bytes: z.number().int(),
  /** Length of what is kept. */
  kept_bytes: z.number().int(),
  /** Version of the sealing key of the objects. */
  key_version: z.number().int().default(1),
  /**
   * null where the whole document is kept. Otherwise a part of its text in UTF-8: the byte of the text and its line, from 1, with which the
   * part begins, and the matches as offsets in the bytes of the text.
   */
  part: z.object({ start: z.number().int(), line: z.number().int(), places: z.array(range) }).nullable(),
  /** The file in which the document was found, such as an archive or a PDF; null where that is the document, or was too large to keep. */
  original: z.object({ object: z.uuid(), hash: z.string(), bytes: z.number().int() }).nullable(),
});
export type KeptContent = z.output<typeof keptContent>;

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
    /** `lines_hash` of what was found before, when the document was read cut and is read further now; null otherwise. */
    continues: z.string().nullable().default(null),
    /** 1-based line of the first match in the document. */
    line: z.number().int(),
    /** Byte offsets of the matches in the document. */
    byte_ranges: z.array(range),
    /** Text around the matches; highlights and starts of segments are UTF-16 offsets in `text`. */
    excerpt: z.object({
      text: z.string(),
      /** Separate parts of the document, with the line on which each begins. */
      segments: z.array(z.object({ at: z.number().int(), line: z.number().int() })).min(1),
      highlights: z.array(range),
      truncated: z.boolean(),
    }),
    found_at: z.iso.datetime(),
    /** null where nothing could be kept, and in messages of older versions. */
    content: keptContent.nullable().default(null),
  }),
});
export type Finding = z.output<typeof findingsV1.schema>;
