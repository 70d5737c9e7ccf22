import { isAscii, isUtf8 } from 'node:buffer';
import { brokenText } from './broken-text.ts';
import { UTF16_MARK_BYTES } from './detect-encoding.ts';
import { segmentedView } from './segmented-view.ts';
import { CYRILLIC_ENCODINGS } from './single-byte.ts';
import { byStart, mergeSpans, type Span, spansBetween } from './spans.ts';
import { bytesAsText, viewText } from './text-view.ts';
import { outsideOfUtf16, type Utf16Encoding, type Utf16Stretches, utf16Stretches } from './utf16.ts';
import type { TextEncoding, TextView } from './views.ts';

/** A letter beside UTF-16 may look like a part of it. */
const EDGE_BYTES = 2;

const NO_UTF16: Utf16Stretches = { read: [], certain: [] };

/** Every text in UTF-16 that is looked for has NUL bytes, or the fourth control character: the high byte of Russian letters. */
export function hasUtf16Bytes(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.includes(0) || buffer.includes(4);
}

/** A document that is UTF-8 and nothing else. */
const isPlain = (bytes: Uint8Array): boolean => (isAscii(bytes) || isUtf8(bytes)) && !hasUtf16Bytes(bytes);

/**
 * Every way in which a document is read. The first one is that of the whole document, by its detected encoding. A document that is UTF-8
 * has no other. Of any other document also text in UTF-8 and stretches of UTF-16 are read as such, and text with
 * bytes that are not UTF-8 in every encoding of Russian: which one it is cannot be detected where it is mixed with code.
 */
export function readingsOf(bytes: Uint8Array): readonly TextView[] {
  if (isPlain(bytes)) return [bytesAsText('utf-8', bytes)];
  const first = ownReading(bytes);
  const own = first.encoding;
  const wide = own === 'utf-16le' || own === 'utf-16be' ? own : undefined;
  const utf16 = hasUtf16Bytes(bytes) ? utf16Stretches(bytes, wide) : NO_UTF16;
  const inUtf16 = [...utf16.certain];
  const views = [first];
  const read = (encoding: TextEncoding, spans: readonly Span[]) => {
    const stretches = spans.map((span) => ({ ...span, encoding }));
    if (stretches.length > 0) views.push(segmentedView(encoding, bytes, stretches));
  };
  if (wide !== undefined) {
    const others = outside(bytes, wide);
    inUtf16.push(...spansBetween(others, bytes.length));
    read('utf-8', others);
  }
  // Other scripts in UTF-16 are, for what is looked for here, no text either.
  const { broken, wellFormed } = brokenText(bytes, mergeSpans(inUtf16.sort(byStart)), own === 'binary' || wide !== undefined);
  // ASCII is the same in a single-byte encoding.
  if (wide === undefined && own !== 'utf-8' && own !== 'binary') read('utf-8', wellFormed);
  for (const encoding of CYRILLIC_ENCODINGS) if (encoding !== own) read(encoding, broken);
  for (const { encoding, spans } of utf16.read) read(encoding, spans);
  return views;
}

/** What the reading of a whole document as UTF-16 shows as other letters than those it was written with. */
function outside(bytes: Uint8Array, encoding: Utf16Encoding): readonly Span[] {
  return mergeSpans(
    outsideOfUtf16(bytes, encoding, UTF16_MARK_BYTES).map(({ start, end }) => ({
      start: Math.max(UTF16_MARK_BYTES, start - EDGE_BYTES),
      end: Math.min(bytes.length, end + EDGE_BYTES),
    })),
  );
}

/** Of texts in other scripts, whose stretches are not found, about half of the bytes are those of ASCII characters. */
const ASCII_SHARE = 0.9;
const LEAST_OTHER_BYTES = 16;
const isAsciiText = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A document by its detected encoding. One with a mark of UTF-16 that is mostly ASCII behind its first lines is read as its bytes. */
export function ownReading(bytes: Uint8Array): TextView {
  const view = viewText(bytes);
  const { encoding } = view;
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return view;
  let others = 0;
  let ascii = 0;
  for (const { start, end } of outside(bytes, encoding)) {
    others += end - start;
    for (let at = start; at < end; at++) if (isAsciiText(bytes[at] ?? 0)) ascii++;
  }
  return others >= LEAST_OTHER_BYTES && ascii > ASCII_SHARE * others ? bytesAsText('binary', bytes) : view;
}
