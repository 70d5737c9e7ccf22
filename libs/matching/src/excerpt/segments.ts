import { mergeSpans, type Span } from '../text/spans.ts';
import { lineEnd, lineStart, wholeCharacters } from './lines.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface ExcerptBounds {
  /** Lines before and after each line that holds a match. */
  readonly contextLines: number;
  /** Most bytes of UTF-8 to show. */
  readonly maxBytes: number;
}

export interface ChosenSegments {
  readonly segments: readonly Span[];
  readonly truncated: boolean;
}

/** Whole lines around a match, `context` more on each side, but no further than `reach` bytes. */
function linesAround(text: Uint8Array, match: Span, context: number, reach: number): Span {
  const floor = Math.max(0, match.start - reach);
  const ceiling = Math.min(text.length, match.end + reach);
  let start = lineStart(text, match.start, floor);
  let end = lineEnd(text, Math.max(match.start, match.end - 1), ceiling);
  for (let line = 0; line < context; line++) {
    if (start > floor) start = lineStart(text, start - 1, floor);
    if (end < ceiling) end = lineEnd(text, end + 1, ceiling);
  }
  return { start, end };
}

/** Cuts a line feed, and a carriage return before it, from the end of a segment. */
function withoutLineEnd(text: Uint8Array, { start, end }: Span): Span {
  if (end <= start || text[end - 1] !== LINE_FEED) return { start, end };
  const crlf = end - 1 > start && text[end - 2] === CARRIAGE_RETURN;
  return { start, end: end - (crlf ? 2 : 1) };
}

function totalBytes(segments: readonly Span[]): number {
  return segments.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** A part of the match's own lines: as much on each side as the share of this match allows. */
function windowAround(text: Uint8Array, match: Span, share: number): Span {
  const shown = Math.min(match.end, match.start + share);
  const beside = Math.max(0, Math.floor((share - (shown - match.start)) / 2));
  return wholeCharacters(text, linesAround(text, { start: match.start, end: shown }, 0, beside));
}

/**
 * Which parts of a text an excerpt shows: as many whole lines of context as fit, else windows on the matches' lines.
 * @param matches sorted and apart
 */
export function chooseSegments(text: Uint8Array, matches: readonly Span[], bounds: ExcerptBounds): ChosenSegments {
  for (let context = bounds.contextLines; context >= 0; context--) {
    // Further than all that may be shown: a line cut there is too long for this way.
    const lines = matches.map((match) => linesAround(text, match, context, bounds.maxBytes + 1));
    // Lines that follow one another are one segment: their newline is the only byte between them.
    const segments = mergeSpans(lines.map(({ start, end }) => ({ start, end: Math.min(text.length, end + 1) })));
    const shown = segments.map((segment) => withoutLineEnd(text, segment));
    if (totalBytes(shown) <= bounds.maxBytes) return { segments: shown, truncated: context < bounds.contextLines };
  }
  // Whole characters may add three bytes on each side of a window.
  const share = Math.max(1, Math.floor(bounds.maxBytes / matches.length) - 6);
  return { segments: mergeSpans(matches.map((match) => windowAround(text, match, share))), truncated: true };
}
