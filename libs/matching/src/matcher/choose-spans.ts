import type { ReadSpan } from '../text/views.ts';
import { byStart } from '../text/spans.ts';

/**
 * How many spans a match keeps. An event shows a few places, not each of the thousands that a log may hold; 32 also
 * leaves room for three words that occur many times. Whether a pattern matches never depends on it.
 */
export const MAX_SPANS = 32;

/** Up to MAX_SPANS spans in order: the first of every term for certain, the others by their place in the text. */
export function chooseSpans(ofTerms: readonly (readonly ReadSpan[])[]): readonly ReadSpan[] {
  const firsts = ofTerms.flatMap((spans) => spans.slice(0, 1));
  const others = ofTerms.flatMap((spans) => spans.slice(1)).sort(byStart);
  return [...firsts, ...others.slice(0, Math.max(0, MAX_SPANS - firsts.length))].sort(byStart);
}
