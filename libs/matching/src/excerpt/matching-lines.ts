import { viewAround } from '../text/described-view.ts';
import type { ReadSpan } from '../text/views.ts';
import { mergeSpans, type Span } from '../text/spans.ts';
import { decodeUtf8 } from '../text/text-view.ts';
import { lineEnd, lineStart, viewSpans, wholeCharacters } from './lines.ts';

/**
 * How much of a line counts on each side of a match, in bytes. Ordinary lines count whole. In a minified file, which is one
 * line, a change far from the match must not create a new event.
 */
const IDENTITY_REACH_BYTES = 256;

/** Of a match longer than this (an expression may take pages) only the beginning counts. */
const MAX_IDENTITY_MATCH_BYTES = 2048;

function countingPart(text: Uint8Array, span: Span): Span {
  const end = Math.min(span.end, span.start + MAX_IDENTITY_MATCH_BYTES);
  return wholeCharacters(text, {
    start: lineStart(text, span.start, span.start - IDENTITY_REACH_BYTES),
    end: lineEnd(text, Math.max(span.start, end - 1), end + IDENTITY_REACH_BYTES),
  });
}

/**
 * The lines that hold matches, as the identity of an event hashes them (docs/behaviour/events.md): decoded, runs of white
 * space (with carriage returns) as one space, trimmed, each once, in the order of appearance, joined by newlines. Of long
 * lines only the text within 256 bytes of a match counts.
 * @param spans byte offsets into the original bytes, as `match` gives them
 */
export function normalisedMatchingLines(bytes: Uint8Array, spans: readonly ReadSpan[]): string {
  const view = viewAround(bytes, spans);
  const parts = mergeSpans(viewSpans(view, spans).map((span) => countingPart(view.utf8, span)));
  const lines = parts
    .flatMap(({ start, end }) => decodeUtf8(view.utf8.subarray(start, end)).split('\n'))
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '');
  return [...new Set(lines)].join('\n');
}
