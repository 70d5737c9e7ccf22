import { literalOptionsOf } from './literal-options.ts';
import { parseExpression } from './parse.ts';
import { type Positions, positionsOf } from './positions.ts';
import { requiredLiteralsOf } from './required-literals.ts';
import type { ExpressionNode } from './syntax.ts';
import { wholeWordsOf } from './whole-words.ts';

/** More texts make a query longer, not better. */
const TEXTS_A_QUERY = 3;
/** Each is a request of every pass, and sources allow few: with more alternatives an expression is run on streams only. */
export const MAX_QUERIES = 8;

/** Letters that count as k and s where letter case is ignored. No document is written with them, so no source is asked for them. */
const EXOTIC = /[\u212a\u017f]/;

export interface ExpressionQueries {
  /** The texts of each query, longest first, letter case ignored. Empty when there is nothing to ask for. */
  readonly queries: readonly (readonly string[])[];
  /** A query has parts of words alone: sources that know whole words find nothing by it. */
  readonly partsOfWords: boolean;
}

export const NO_QUERIES: ExpressionQueries = { queries: [], partsOfWords: false };
const longestFirst = (texts: readonly string[]): string[] => texts.toSorted((left, right) => right.length - left.length);

/** One query for all texts that every match holds; parts of words would hide the results of the whole ones beside them. */
function forRequired(node: ExpressionNode, only: string, wholeOf: (text: string) => string): ExpressionQueries | null {
  const required = requiredLiteralsOf(node).map(({ text }) => text);
  if (required.length === 0) return null;
  const whole = longestFirst(required.map(wholeOf).filter((text) => text !== ''));
  const partsOfWords = whole.length === 0 && wholeOf(only) === '';
  const texts = partsOfWords ? longestFirst(required) : whole;
  const alternative = partsOfWords ? only : wholeOf(only);
  // `(?i)password` requires "word" alone, since s may be another letter; the whole word gives fewer results.
  const asked = alternative.length > (texts[0]?.length ?? 0) ? [alternative] : texts.slice(0, TEXTS_A_QUERY);
  return { queries: [asked], partsOfWords };
}

/**
 * What a source that searches for words is asked, so that the results of all queries together hold every match of the expression
 * (docs/behaviour/patterns.md).
 */
export function queriesOf(expression: string): ExpressionQueries {
  const parsed = parseExpression(expression);
  if (!parsed.ok) return NO_QUERIES;
  const places: Positions | null = positionsOf(parsed.node);
  const wholeOf = (text: string): string => (places === null ? text : wholeWordsOf(places, text));
  const options = literalOptionsOf(parsed.node).filter((option) => !EXOTIC.test(option));
  const required = forRequired(parsed.node, options.length === 1 ? (options[0] ?? '') : '', wholeOf);
  if (required !== null) return required;
  if (options.length > MAX_QUERIES) return NO_QUERIES;
  const asked = options.map((option) => wholeOf(option) || option);
  return { queries: [...new Set(asked)].map((text) => [text]), partsOfWords: options.some((option) => wholeOf(option) === '') };
}
