import { literalOptionsOf } from './literal-options.ts';
import { parseExpression } from './parse.ts';
import { requiredLiteralsOf } from './required-literals.ts';

/** More texts make a query longer, not better. */
const TEXTS_A_QUERY = 3;
/** Each is a request of every pass, and sources allow few: with more alternatives an expression is run on streams only. */
export const MAX_QUERIES = 8;

/** Letters that count as k and s where letter case is ignored. No document is written with them, so no source is asked for them. */
const EXOTIC = /[\u212a\u017f]/;

/**
 * What a source that searches for words is asked, so that the results of all queries together hold every match of the expression: the
 * texts of each query, longest first, letter case ignored. Empty when there is nothing to ask for (docs/behaviour/patterns.md).
 */
export function queriesOf(expression: string): readonly (readonly string[])[] {
  const parsed = parseExpression(expression);
  if (!parsed.ok) return [];
  const required = requiredLiteralsOf(parsed.node).map(({ text }) => text);
  const texts = required.toSorted((left, right) => right.length - left.length).slice(0, TEXTS_A_QUERY);
  const options = literalOptionsOf(parsed.node).filter((option) => !EXOTIC.test(option));
  const [only = ''] = options.length === 1 ? options : [];
  // `(?i)password` requires "word" alone, since s may be another letter; the whole word gives fewer results.
  if (texts.length > 0) return [only.length > (texts[0]?.length ?? 0) ? [only] : texts];
  return options.length > MAX_QUERIES ? [] : options.map((option) => [option]);
}
