import { viewAround } from '../text/described-view.ts';
import { isContinuation } from '../text/fold.ts';
import { byStart, type Span } from '../text/spans.ts';
import type { ReadSpan, TextView } from '../text/views.ts';

const NEWLINE = 0x0a;

/**
 * Start of the line that holds the offset, looked for no further back than `floor`: a file may be one line of megabytes.
 */
export function lineStart(text: Uint8Array, offset: number, floor: number): number {
  const from = Math.max(0, floor);
  return from + text.subarray(from, offset).lastIndexOf(NEWLINE) + 1;
}

/** End of the line that holds the offset, before its newline, looked for no further than `ceiling`. */
export function lineEnd(text: Uint8Array, offset: number, ceiling: number): number {
  const to = Math.min(text.length, ceiling);
  const distance = text.subarray(offset, to).indexOf(NEWLINE);
  return distance === -1 ? Math.max(offset, to) : offset + distance;
}

/** 1-based number of the line that holds the offset. */
export function lineNumber(text: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = text.indexOf(NEWLINE); at !== -1 && at < offset; at = text.indexOf(NEWLINE, at + 1)) line++;
  return line;
}

/** The place of the character that holds a byte; a place found in another encoding may be in the middle of one. */
function characterAt(view: TextView, offset: number): number {
  let at = view.fromOriginal(offset);
  if (at === 0 || view.toOriginal(at) <= offset) return at;
  do at--;
  while (at > 0 && isContinuation(view.utf8[at] ?? 0));
  return at;
}

/** Spans of original bytes as spans of the view's text, in order and inside it. */
export function viewSpans(view: TextView, spans: readonly Span[]): readonly Span[] {
  const limit = view.utf8.length;
  return spans
    .map(({ start, end }) => ({
      start: Math.min(limit, characterAt(view, start)),
      end: Math.min(limit, view.fromOriginal(end)),
    }))
    .sort(byStart);
}

/** Moves the ends of a span outward, at most three bytes each, so that no UTF-8 sequence is cut. */
export function wholeCharacters(text: Uint8Array, { start, end }: Span): Span {
  let from = start;
  let to = end;
  for (let step = 0; step < 3 && from > 0 && ((text[from] ?? 0) & 0xc0) === 0x80; step++) from--;
  for (let step = 0; step < 3 && to < text.length && ((text[to] ?? 0) & 0xc0) === 0x80; step++) to++;
  return { start: from, end: to };
}

/**
 * 1-based number of the line that holds a byte of a document; lines end with a newline.
 * @param offset into the original bytes; beyond the end it is the last line
 * @param spans as `match` gives them: how the document is read around them
 */
export function lineOf(bytes: Uint8Array, offset: number, spans: readonly ReadSpan[] = []): number {
  const view = viewAround(bytes, spans);
  return lineNumber(view.utf8, view.fromOriginal(offset));
}
