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
 * Finds out whether places are inside of spans, which are sorted and apart. It begins at the span that was found last: the places of a run are near to
 * one another, and a binary file has a run every few bytes.
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

/** Parts that were found, and the end of the last run that is too short to be text. */
interface Around {
  readonly parts: Span[];
  readonly noise: { end: number };
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
  const isText = (at: number) => ends[bytes[at] ?? 0] === 0 || utf16At(at) !== undefined;
  const broken: Around = { parts: [], noise: { end: 0 } };
  const wellFormed: Around = { parts: [], noise: { end: 0 } };
  for (let at = nextHigh(bytes, 0); at < bytes.length; at = nextHigh(bytes, at)) {
    const stretch = utf16At(at);
    if (stretch !== undefined) {
      at = stretch.end;
      continue;
    }
    const length = sequenceLength(bytes, at);
    addAround(length === 0 ? broken : wellFormed, bytes, at, isText);
    at += length || 1;
  }
  return { broken: mergeSpans(broken.parts), wellFormed: mergeSpans(wellFormed.parts) };
}

/** Adds the text around a place, or makes the last part longer where it reaches that; at most twice as much, so that it is done seldom. */
function addAround({ parts, noise }: Around, bytes: Uint8Array, place: number, isText: (at: number) => boolean): void {
  if (place < noise.end) return;
  const last = parts.at(-1);
  const isInLast = last !== undefined && place < last.end;
  if (isInLast && last.end - place > AROUND_BYTES) return;
  let start = isInLast ? last.start : place;
  if (!isInLast) while (start > 0 && place - start < AROUND_BYTES && isText(start - 1)) start--;
  let end = isInLast ? last.end : place + 1;
  while (end < bytes.length && end - place <= 2 * AROUND_BYTES && isText(end)) end++;
  if (isInLast) parts[parts.length - 1] = { start, end };
  else if (end - start >= LEAST_TEXT_BYTES || (start === 0 && end === bytes.length)) parts.push({ start, end });
  else noise.end = end;
}
