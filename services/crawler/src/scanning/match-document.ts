import type { Finding } from '@leakwatch/contracts';
import { type CompiledPatterns, excerptAround, lineOf, normalisedMatchingLines } from '@leakwatch/matching';
import { sha256Hex } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import type { SourceDocument } from './source-document.ts';
import { languageOf } from './language-of.ts';

/** The part of a finding that is the same for every document of a target. */
export type FindingBase = Pick<Finding, 'organisation_id' | 'task_id' | 'launch_id' | 'source_type' | 'container'>;

export interface Watch {
  readonly compiled: CompiledPatterns;
  readonly patterns: ReadonlyMap<string, Pattern>;
}

/** The address of a line of a document, as the source shows it to people. */
export type FileUrl = (document: SourceDocument, line: number) => string;

/** The findings of one document: one for each matching pattern (of `only`, where given). */
export function matchDocument(
  document: SourceDocument,
  watch: Watch,
  only: ReadonlySet<string> | undefined,
  base: FindingBase,
  fileUrl: FileUrl,
  now = new Date(),
): Finding[] {
  const { bytes } = document;
  if (bytes === undefined || only?.size === 0) return [];
  const matches = watch.compiled.match({ bytes, fileNames: [document.path] }, only);
  return matches.flatMap(({ patternId, spans }) => {
    const pattern = watch.patterns.get(patternId);
    if (pattern === undefined) return [];
    const excerpt = excerptAround(bytes, spans);
    const line = lineOf(bytes, spans[0]?.start ?? 0);
    return [
      {
        ...base,
        pattern: { id: pattern.id, kind: pattern.kind, text: pattern.text },
        path: document.path,
        file_url: fileUrl(document, line),
        language: languageOf(document.path),
        document: { version: document.version, bytes: bytes.length },
        commit:
          document.commit === null
            ? null
            : { id: document.commit.id, author: document.commit.author, committed_at: document.commit.committedAt.toISOString() },
        lines_hash: sha256Hex(normalisedMatchingLines(bytes, spans)),
        line,
        byte_ranges: spans.map(({ start, end }) => ({ start, end })),
        excerpt: {
          text: excerpt.text,
          segments: excerpt.segments.map(({ at, line }) => ({ at, line })),
          highlights: excerpt.highlights.map(({ start, end }) => ({ start, end })),
          truncated: excerpt.truncated,
        },
        found_at: now.toISOString(),
      },
    ];
  });
}
