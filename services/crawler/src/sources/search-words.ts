import { readPattern, requiredLiterals } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';

/** The words that a document must contain to match a pattern, for sources that search for words. */
export interface SearchWords {
  readonly words: readonly string[];
  /** Base name that the file must have; null for no restriction. */
  readonly fileName: string | null;
}

/** An expression's literal parts that are asked for; more of them make a query longer, not better. */
const LITERALS_A_QUERY = 3;

/**
 * What to ask a source for, so that its results contain every document that matches. null where there is nothing to ask for: an
 * expression without a literal part, which can be matched on streams only.
 */
export function searchWords({ kind, text }: Pick<Pattern, 'kind' | 'text'>): SearchWords | null {
  const pattern = readPattern(kind, text);
  if (pattern.shape === 'expression') {
    const longest = requiredLiterals(pattern.expression)
      .map((literal) => literal.text)
      .sort((left, right) => right.length - left.length)
      .slice(0, LITERALS_A_QUERY);
    return longest.length === 0 ? null : { words: longest, fileName: null };
  }
  const words = [...(pattern.domain === null ? [] : [pattern.domain]), ...pattern.words];
  // One of several names suffices for a match, so a query for one of them would miss the others.
  const [only = null] = pattern.fileNames;
  const fileName = pattern.fileNames.length === 1 ? only : null;
  return words.length === 0 && fileName === null ? null : { words, fileName };
}
