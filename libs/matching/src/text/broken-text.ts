import { nextHigh, sequenceLength } from './detect-encoding.ts';
import { mergeSpans, type Span } from './spans.ts';

/** In a binary file a shorter run without control characters is more likely noise than text: one of 1,700 random places begins such a run. */
const LEAST_TEXT_BYTES = 64;
/** How much around a byte is read in other encodings: as much as an expression with bounds can take. */
const AROUND_BYTES = 4096;

/** Control characters that end a run in a binary file: all but tabs, line ends, page breaks and the escapes of terminals. */
const ENDS_IN_BINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b ? 1 : 0,
);
/** In a text nothing but NUL does: files of DOS end with a control character, and a short text before it would be taken for noise. */
const ENDS_IN_TEXT = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 0 ? 1 : 0));

/**
 * Finds out whether places are inside of spans, which are sorted and apart. It begins at the span that was found last, because places
 * that are asked for one after the other are near to one another.
 */
function insideOf(spans: readonly Span[]): (place: number) => Span | undefined {
  let next = 0;
  return (place) => {
    while (next > 0 && (spans[next - 1]?.end ?? 0) > place) next--;
    while (next < spans.length && (spans[next]?.end ?? 0) <= place) next++;
    const span = spans[next];
    return span !== undefined && span.start <= place ? span : undefined;
  };
}

/**
 * Finds the run of text that ends behind a place, of LEAST_TEXT_BYTES or the whole document; one behind the document where there is none. It is asked
 * for places in ascending order.
 */
function textRuns(bytes: Uint8Array, ends: Uint8Array, utf16At: (place: number) => Span | undefined): (place: number) => Span {
  const least = Math.min(LEAST_TEXT_BYTES, bytes.length);
  const isEnd = (at: number) => ends[bytes[at] ?? 0] === 1 && utf16At(at) === undefined;
  const endOf = (from: number) => {
    let end = from;
    while (end < bytes.length && !isEnd(end)) end++;
    return end;
  };
  // It reads backwards from where the run would be long enough: of noise most bytes are passed over.
  const nextRun = (from: number): Span => {
    for (let start = from; start + least <= bytes.length; ) {
      let at = start + least - 1;
      while (at >= start && !isEnd(at)) at--;
      if (at < start) return { start, end: endOf(start + least) };
      start = at + 1;
    }
    return { start: bytes.length, end: bytes.length };
  };
  let run: Span = { start: 0, end: 0 };
  return (place) => {
    while (run.end <= place && run.start < bytes.length) run = nextRun(run.end);
    return run;
  };
}

export interface BrokenText {
  /** Around bytes that are not UTF-8. */
  readonly broken: readonly Span[];
  /** Around letters of UTF-8 beyond ASCII. */
  readonly wellFormed: readonly Span[];
}

/**
 * Finds the parts of a document that are text and hold bytes which are not UTF-8, with what is around those; sorted and apart. They may be
 * in any single-byte encoding.
 * @param utf16 merged stretches of UTF-16, which are text, and no such bytes
 * @param isBinary whether most of the document is no text
 */
export function brokenText(bytes: Uint8Array, utf16: readonly Span[], isBinary: boolean): BrokenText {
  const utf16At = insideOf(utf16);
  const ends = isBinary ? ENDS_IN_BINARY : ENDS_IN_TEXT;
  const runBehind = textRuns(bytes, ends, utf16At);
  const broken: Span[] = [];
  const wellFormed: Span[] = [];
  for (let at = nextHigh(bytes, 0); at < bytes.length; at = nextHigh(bytes, at)) {
    const stretch = utf16At(at);
    if (stretch !== undefined) {
      at = stretch.end;
      continue;
    }
    const run = runBehind(at);
    if (at < run.start) {
      at = run.start;
      continue;
    }
    const length = sequenceLength(bytes, at);
    addAround(length === 0 ? broken : wellFormed, at, run);
    at += length || 1;
  }
  return { broken: mergeSpans(broken), wellFormed: mergeSpans(wellFormed) };
}

/** Adds what is around a place of a run, or makes the last part longer where it reaches that; at most twice as much, so that it is done seldom. */
function addAround(parts: Span[], place: number, run: Span): void {
  const last = parts.at(-1);
  const isInLast = last !== undefined && place < last.end;
  if (isInLast && last.end - place > AROUND_BYTES) return;
  const end = Math.min(run.end, place + 2 * AROUND_BYTES + 1);
  if (isInLast) parts[parts.length - 1] = { start: last.start, end };
  else parts.push({ start: Math.max(run.start, place - AROUND_BYTES), end });
}
