import { type TextEncodingName, detectEncoding } from './detect-encoding.ts';
import { isContinuation } from './fold.ts';

/** A half-open range of bytes (or of UTF-16 units where a name says so). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A document as UTF-8, which converts between its offsets and those in the original bytes. */
export interface TextView {
  readonly encoding: TextEncodingName;
  readonly utf8: Uint8Array;
  toOriginal(offset: number): number;
  fromOriginal(offset: number): number;
}

const UTF8_MARK_BYTES = 3;
const UTF16_MARK_BYTES = 2;

/** `utf-8` here also reads binaries: every broken byte becomes U+FFFD. Marks are cut off before. */
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text of a part of a view's UTF-8. */
export function decodeUtf8(utf8: Uint8Array): string {
  return utf8Decoder.decode(utf8);
}

function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function shifted(encoding: TextEncodingName, bytes: Uint8Array): TextView {
  const mark = encoding === 'utf-8' && hasUtf8Mark(bytes) ? UTF8_MARK_BYTES : 0;
  return {
    encoding,
    utf8: mark === 0 ? bytes : bytes.subarray(mark),
    toOriginal: (offset) => offset + mark,
    fromOriginal: (offset) => Math.max(0, offset - mark),
  };
}

/** By UTF-8 offset, the number of UTF-16 units before its character. Four bytes for each byte of text, so made at a hit only. */
function unitsBefore(utf8: Uint8Array): Uint32Array {
  const units = new Uint32Array(utf8.length + 1);
  let before = 0;
  let next = 0;
  for (let at = 0; at < utf8.length; at++) {
    const byte = utf8[at] ?? 0;
    if (!isContinuation(byte)) {
      before = next;
      next += byte >= 0xf0 ? 2 : 1;
    }
    units[at] = before;
  }
  units[utf8.length] = next;
  return units;
}

/** First index whose value is at least `wanted`; `sorted` never falls. */
function lowerBound(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Units {
  readonly bytes: 1 | 2;
  readonly mark: number;
  /** Length of the original: a half unit at the end of UTF-16 is read as a whole one. */
  readonly limit: number;
}

function transcoded(encoding: TextEncodingName, text: string, units: Units): TextView {
  const utf8 = Buffer.from(text, 'utf8');
  let before: Uint32Array | undefined;
  const map = (): Uint32Array => (before ??= unitsBefore(utf8));
  return {
    encoding,
    utf8,
    toOriginal: (offset) => Math.min(units.limit, units.mark + units.bytes * (map()[offset] ?? 0)),
    fromOriginal: (offset) => lowerBound(map(), Math.max(0, offset - units.mark) / units.bytes),
  };
}

/**
 * Reads a document as UTF-8 text. UTF-8 and binary documents are the bytes themselves, less a byte order mark;
 * the rare others are written anew, in memory proportional to the document.
 */
export function viewText(bytes: Uint8Array): TextView {
  const encoding = detectEncoding(bytes);
  const limit = bytes.length;
  switch (encoding) {
    case 'utf-8':
    case 'binary':
      return shifted(encoding, bytes);
    case 'utf-16le':
    case 'utf-16be':
      return transcoded(encoding, new TextDecoder(encoding).decode(bytes), { bytes: 2, mark: UTF16_MARK_BYTES, limit });
    case 'windows-1251':
      return transcoded(encoding, new TextDecoder(encoding).decode(bytes), { bytes: 1, mark: 0, limit });
    case 'latin-1':
      return transcoded(encoding, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), {
        bytes: 1,
        mark: 0,
        limit,
      });
  }
}

/** The whole document as text, by its detected encoding, without a byte order mark. Never fails. */
export function decodeText(bytes: Uint8Array): string {
  return decodeUtf8(viewText(bytes).utf8);
}
