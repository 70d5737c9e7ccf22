import { byStart, mergeSpans, type Span } from '../text/spans.ts';
import type { Coding, Inside, ReadSpan, TextView } from '../text/views.ts';
import { CODINGS } from '../encoded/stretch-list.ts';
import { viewSpans } from './lines.ts';

/** A text as an excerpt shows it, with the matches in it. */
export interface ShownText {
  readonly utf8: Uint8Array;
  readonly matches: readonly Span[];
}

/** What is written behind encoded characters, and the matches in it, from its own beginning. */
interface Insertion {
  readonly place: number;
  readonly text: Buffer;
  readonly matches: Span[];
}

const headOf = (coding: Coding): string => ` ⟦${coding}: `;
const INSIDE = new RegExp(`(?:${[...CODINGS, 'html' as const].map(headOf).join('|')})([^⟧\\n]*)⟧`, 'gu');

/** What an excerpt shows behind encoded characters, with its places there. */
export const insideOf = (excerpt: string): readonly (Span & { readonly text: string })[] =>
  [...excerpt.matchAll(INSIDE)].map(({ 0: whole, 1: text = '', index }) => ({ start: index, end: index + whole.length, text }));

/** The lines of a document, of which an excerpt shows more. */
export const withoutInside = (excerpt: string): string => excerpt.replaceAll(INSIDE, '');

function insertionsOf(view: TextView, encoded: readonly Inside[]): readonly Insertion[] {
  const byText = new Map<string, Insertion>();
  for (const { coding, at, before, match, after } of encoded) {
    const head = headOf(coding);
    const text = `${head}${before}${match}${after}⟧`;
    const key = `${at} ${text}`;
    const insertion = byText.get(key) ?? { place: view.fromOriginal(at), text: Buffer.from(text), matches: [] };
    byText.set(key, insertion);
    const start = Buffer.byteLength(head + before);
    insertion.matches.push({ start, end: start + Buffer.byteLength(match) });
  }
  return [...byText.values()].sort((left, right) => left.place - right.place);
}

/**
 * The text of a document with what its encoded stretches hold behind them, on the same line: `cGFz… ⟦base64: pass…⟧`. A match in such a stretch is
 * shown where it can be read.
 */
export function withInside(view: TextView, spans: readonly ReadSpan[]): ShownText {
  const insertions = insertionsOf(
    view,
    spans.flatMap(({ inside }) => inside ?? []),
  );
  const plain = viewSpans(
    view,
    spans.filter(({ inside }) => inside === undefined),
  );
  if (insertions.length === 0) return { utf8: view.utf8, matches: mergeSpans(plain) };
  const parts: Uint8Array[] = [];
  const matches: Span[] = [];
  let from = 0;
  let added = 0;
  for (const { place, text, matches: inText } of insertions) {
    parts.push(view.utf8.subarray(from, place), text);
    for (const { start, end } of inText) matches.push({ start: place + added + start, end: place + added + end });
    from = place;
    added += text.length;
  }
  parts.push(view.utf8.subarray(from));
  const moved = (at: number) => insertions.reduce((sum, { place, text }) => (place < at ? sum + text.length : sum), at);
  for (const { start, end } of plain) matches.push({ start: moved(start), end: moved(end) });
  return { utf8: Buffer.concat(parts), matches: mergeSpans(matches.sort(byStart)) };
}
