import { nextHigh, sequenceLength } from './detect-encoding.ts';
import { mergeSpans, type Span } from './spans.ts';

/** In a binary file a shorter run without control characters is more likely noise than text: one of 1,700 random places begins such a run. */
const LEAST_TEXT_BYTES = 64;
/** How much around a byte that is not UTF-8 is read in other encodings: as much as an expression with bounds can take. */
const AROUND_BYTES = 4096;

/** Control characters that texts do not contain: all but tabs, line ends, page breaks and the escapes of terminals. */
const IS_CONTROL = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b ? 1 : 0));

/** Runs of text in a document. What is in UTF-16 belongs to them. */
function textRuns(bytes: Uint8Array, utf16: readonly Span[]): readonly Span[] {
  const runs: Span[] = [];
  let start = 0;
  let next = 0;
  const close = (end: number) => {
    if (end - start >= LEAST_TEXT_BYTES || (start === 0 && end === bytes.length)) runs.push({ start, end });
  };
  for (let at = 0; at < bytes.length; at++) {
    for (let stretch = utf16[next]; stretch !== undefined && stretch.start <= at; stretch = utf16[++next]) at = Math.max(at, stretch.end);
    if (IS_CONTROL[bytes[at] ?? 0] === 0) continue;
    close(Math.min(at, bytes.length));
    start = at + 1;
  }
  if (start < bytes.length) close(bytes.length);
  return runs;
}

/**
 * Finds the parts of a document that are text and hold bytes which are not UTF-8, with what is around those; sorted and apart. They may be
 * in any single-byte encoding.
 * @param utf16 merged stretches of UTF-16, which are no such bytes
 */
export function brokenText(bytes: Uint8Array, utf16: readonly Span[]): readonly Span[] {
  const parts: Span[] = [];
  let next = 0;
  for (const run of textRuns(bytes, utf16)) {
    for (let at = nextHigh(bytes, run.start); at < run.end; at = nextHigh(bytes, at)) {
      for (let stretch = utf16[next]; stretch !== undefined && stretch.end <= at; stretch = utf16[++next]);
      const stretch = utf16[next];
      if (stretch !== undefined && stretch.start <= at) {
        at = stretch.end;
        continue;
      }
      const length = sequenceLength(bytes, at);
      if (length === 0) addAround(parts, at, run);
      at += length || 1;
    }
  }
  return mergeSpans(parts);
}

/** Makes the last part longer where it reaches this place, so that there are few. */
function addAround(parts: Span[], place: number, run: Span): void {
  const start = Math.max(run.start, place - AROUND_BYTES);
  const end = Math.min(run.end, place + 1 + AROUND_BYTES);
  const last = parts.at(-1);
  if (last !== undefined && last.end >= start) parts[parts.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  else parts.push({ start, end });
}
