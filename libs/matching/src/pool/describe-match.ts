import { type Excerpt, excerptAround } from '../excerpt/excerpt-around.ts';
import { lineOf } from '../excerpt/lines.ts';
import { normalisedMatchingLines } from '../excerpt/matching-lines.ts';
import type { CompiledPatterns } from '../matcher/compiled-patterns.ts';
import type { ExamineOptions, MatchedDocument, PatternMatch } from '../matcher/examined.ts';
import type { GuestUse } from '../matcher/guest-steps.ts';

/** A match with all that is read from the document's bytes, which stay in the thread. */
export interface DescribedMatch extends PatternMatch {
  /** 1-based line of the first span. */
  readonly line: number;
  /** See `normalisedMatchingLines`. */
  readonly matchingLines: string;
  readonly excerpt: Excerpt;
}

/** What a document matched; `failed` when matching it ended its thread, which no document should. */
export type DocumentResult =
  | {
      readonly outcome: 'examined';
      readonly matches: readonly DescribedMatch[];
      readonly unchecked: readonly string[];
      /** Where the guests have a limit. */
      readonly guests?: GuestUse | undefined;
    }
  | { readonly outcome: 'failed' };

/** Matches a document and describes each match. Synchronous; the pool does the same in a thread. */
export function describeDocument(compiled: CompiledPatterns, document: MatchedDocument, options: ExamineOptions = {}): DocumentResult {
  const { bytes } = document;
  const { matches, unchecked, guests } = compiled.examine(document, options);
  return {
    outcome: 'examined',
    unchecked,
    ...(guests && { guests }),
    matches: matches.map(({ patternId, spans }) => ({
      patternId,
      spans,
      line: lineOf(bytes, spans[0]?.start ?? 0, spans),
      matchingLines: normalisedMatchingLines(bytes, spans),
      excerpt: excerptAround(bytes, spans),
    })),
  };
}
