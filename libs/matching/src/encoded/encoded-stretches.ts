import { pagesOf } from '../pages/page-views.ts';
import { asOneClass } from '../text/one-class.ts';
import type { Span } from '../text/spans.ts';
import type { TextView } from '../text/views.ts';
import { decodeBase64 } from './decode-base64.ts';
import { decodeEscaped } from './decode-escaped.ts';
import { DecodedText } from './decoded-text.ts';
import { backOver, findBase64, onOver } from './find-base64.ts';
import { findEscaped } from './find-escaped.ts';
import type { OnDecoded } from './origins.ts';
import { type EncodedStretch, StretchList } from './stretch-list.ts';
import { wordEnd, wordStart } from './words.ts';

/** Every stretch of a text. */
export const findStretches = (text: Uint8Array): StretchList =>
  stretchesIn(text, { lines: [{ start: 0, end: text.length }], words: [{ start: 0, end: text.length }] });

/** Parts of a text at whose ends no stretch goes on: `lines` of base64, `words` with escapes. */
export interface ClosedAreas {
  readonly lines: readonly Span[];
  readonly words: readonly Span[];
}

export function stretchesIn(bytes: Uint8Array, areas: ClosedAreas): StretchList {
  const text = asOneClass(bytes);
  const found = new StretchList();
  findBase64(text, areas.lines, (from, to) => found.add('base64', from, to));
  findEscaped(text, areas.words, (coding, start, end) => found.add(coding, start, end));
  return found;
}

/** The areas around parts of a text, which are sorted: a change in one of them changes no stretch that is in none of the areas. */
export const closedAreas = (text: Uint8Array, parts: readonly Span[]): ClosedAreas => ({
  lines: areasAround(
    parts,
    (from, floor) => backOver(text, from, floor),
    (from) => onOver(text, from),
  ),
  words: areasAround(
    parts,
    (from, floor) => wordStart(text, from, floor),
    (from) => wordEnd(text, from),
  ),
});

function areasAround(parts: readonly Span[], back: (from: number, floor: number) => number, on: (from: number) => number): readonly Span[] {
  const areas: { start: number; end: number }[] = [];
  for (const part of parts) {
    const last = areas.at(-1);
    if (last !== undefined && part.end <= last.end) continue;
    // Never back over what was read before, so that each byte is read twice at most.
    const start = last !== undefined && part.start <= last.end ? last.end : back(part.start, last?.end ?? 0);
    const end = on(part.end);
    if (last !== undefined && start <= last.end) last.end = end;
    else areas.push({ start, end });
  }
  return areas;
}

/** What stretches of a reading hold, as readings of the document: none where nothing in them is text. */
export function decodedViews(source: TextView, stretches: StretchList | readonly EncodedStretch[]): readonly TextView[] {
  if (stretches.length === 0) return [];
  const decoded = new DecodedText();
  const onDecoded: OnDecoded = (bytes, coding, stretch, detail) => decoded.add(bytes, coding, stretch, detail);
  const text = asOneClass(source.utf8);
  for (const stretch of stretches instanceof StretchList ? stretches : StretchList.from(stretches)) {
    if (stretch.coding === 'base64') decodeBase64(text, stretch, onDecoded);
    else decodeEscaped(stretch.coding, text, stretch, onDecoded);
  }
  return decoded.views(source);
}

/** What is encoded in stretches of UTF-16 of a document; encoded characters are the same in all other encodings. */
export const decodedInWide = (views: readonly TextView[]): readonly TextView[] =>
  views.slice(1).flatMap((view) => (view.encoding.startsWith('utf-16') ? decodedViews(view, findStretches(view.utf8)) : []));

/** The readings of a document, and those of what is encoded in them; behind them, of a page, what its markup makes of its text. */
export function withDecoded(views: readonly TextView[], bytes: Uint8Array): readonly TextView[] {
  const [own] = views;
  const decoded = own === undefined ? [] : [...decodedViews(own, findStretches(own.utf8)), ...decodedInWide(views), ...pagesOf(own, bytes)];
  return decoded.length === 0 ? views : [...views, ...decoded];
}
