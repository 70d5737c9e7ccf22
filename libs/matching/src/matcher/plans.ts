import { type ExpressionSearch, prepareExpression } from '../expressions/search.ts';
import type { OwnedPattern } from '../patterns/owned-pattern.ts';
import { readPattern } from '../patterns/read-pattern.ts';
import type { TermRegistry } from './terms.ts';

/** How one pattern is decided once the document was scanned. */
export interface PatternPlan {
  readonly patternId: string;
  /** Whose budget of steps it uses. */
  readonly owner: string;
  /** All must have been found. The first is the one least likely to be: its hit makes the pattern a candidate. */
  readonly terms: readonly number[];
  /** One of them must have been found, unless there are none. Each makes the pattern a candidate. */
  readonly anyOf: readonly number[];
  readonly fileNames: readonly string[];
  /** The expression that decides, null where terms and file name do. */
  readonly search: ExpressionSearch | null;
}

/** A pattern that cannot be matched. The caller must report it, because nothing is found for it. */
export interface RefusedPattern {
  readonly patternId: string;
  readonly reason: string;
}

const ownerOf = ({ owner = '' }: OwnedPattern): string => owner;

function planTerms(pattern: OwnedPattern, terms: readonly number[], fileNames: readonly string[]): PatternPlan | RefusedPattern {
  if (terms.length === 0 && fileNames.length === 0) return { patternId: pattern.id, reason: 'the pattern has no words' };
  return { patternId: pattern.id, owner: ownerOf(pattern), terms, anyOf: [], fileNames, search: null };
}

function planExpression(
  pattern: OwnedPattern,
  expression: string,
  registry: TermRegistry,
  searches: Map<string, ExpressionSearch | string>,
): PatternPlan | RefusedPattern {
  const search = searches.get(expression) ?? prepareExpression(expression);
  searches.set(expression, search);
  if (typeof search === 'string') return { patternId: pattern.id, reason: search };
  const terms = search.literals.map((literal, at) => (at === 0 ? registry.addAnchor(literal) : registry.addWord(literal)));
  const anyOf = search.options.map((option) => registry.addAnchor(option));
  return { patternId: pattern.id, owner: ownerOf(pattern), terms, anyOf, fileNames: [], search };
}

/**
 * Plans one pattern and registers its terms.
 * @param searches expressions that were prepared, or why they cannot be: equal ones share what they need
 */
export function planPattern(
  pattern: OwnedPattern,
  registry: TermRegistry,
  searches: Map<string, ExpressionSearch | string>,
): PatternPlan | RefusedPattern {
  const read = readPattern(pattern.kind, pattern.text);
  if (read.shape === 'expression') return planExpression(pattern, read.expression, registry, searches);
  // Domains and long words are rare in text; a keyword like `password`, shared by thousands of pairs, is not.
  const words = read.words.toSorted((left, right) => right.length - left.length).map((word) => registry.addWord(word));
  const terms = read.domain === null ? words : [registry.addDomain(read.domain), ...words];
  return planTerms(pattern, terms, read.fileNames);
}
