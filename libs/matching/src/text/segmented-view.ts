import { isContinuation } from './fold.ts';
import { singleByteTable, utf8Length, writeSingleByte } from './single-byte.ts';
import type { Utf16Encoding } from './utf16.ts';
import type { Stretch, TextEncoding, TextView } from './views.ts';

/** A place is converted by counting the characters of its segment, so segments are short. */
const SEGMENT_BYTES = 4096;
/** Separates stretches that do not adjoin: no word, domain or line continues across it. */
const BETWEEN = Buffer.from('\n\0\n');

const isUtf16 = (encoding: TextEncoding): encoding is Utf16Encoding => encoding === 'utf-16le' || encoding === 'utf-16be';

function textCapacity(bytes: Uint8Array, { start, end, encoding }: Stretch): number {
  if (encoding === 'utf-8') return end - start;
  // A unit is at most three bytes; so is half a unit at the end, which is read as U+FFFD.
  return isUtf16(encoding) ? 3 * Math.ceil((end - start) / 2) : utf8Length(singleByteTable(encoding), bytes, start, end);
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

function writeUtf16(encoding: Utf16Encoding, bytes: Uint8Array, start: number, end: number, to: Uint8Array, place: number): number {
  const high = encoding === 'utf-16le' ? 1 : 0;
  const unitAt = (from: number) => (from + 2 > end ? 0xfffd : ((bytes[from + high] ?? 0) << 8) | (bytes[from + 1 - high] ?? 0));
  let at = place;
  for (let from = start; from < end; from += 2) {
    let unit = unitAt(from);
    if (unit < 0x80) {
      to[at++] = unit;
      continue;
    }
    if (unit < 0x800) {
      to[at++] = 0xc0 | (unit >> 6);
      to[at++] = 0x80 | (unit & 0x3f);
      continue;
    }
    const next = isHighSurrogate(unit) && from + 2 < end ? unitAt(from + 2) : 0;
    if (isLowSurrogate(next)) {
      const codePoint = 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
      to[at++] = 0xf0 | (codePoint >> 18);
      to[at++] = 0x80 | ((codePoint >> 12) & 0x3f);
      to[at++] = 0x80 | ((codePoint >> 6) & 0x3f);
      to[at++] = 0x80 | (codePoint & 0x3f);
      from += 2;
      continue;
    }
    if (unit >= 0xd800 && unit <= 0xdfff) unit = 0xfffd;
    to[at++] = 0xe0 | (unit >> 12);
    to[at++] = 0x80 | ((unit >> 6) & 0x3f);
    to[at++] = 0x80 | (unit & 0x3f);
  }
  return at;
}

/** Where the segment that begins at `start` ends: never inside of a character. */
function segmentEnd(bytes: Uint8Array, start: number, { end, encoding }: Stretch): number {
  const near = start + SEGMENT_BYTES;
  if (encoding === 'utf-8' || near >= end) return end;
  const lastHigh = encoding === 'utf-16le' ? bytes[near - 1] : bytes[near - 2];
  return isUtf16(encoding) && isHighSurrogate((lastHigh ?? 0) << 8) ? Math.min(end, near + 2) : near;
}

/** Index of the last value that is at most `wanted`; 0 where there is none. */
function lastAtMost(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  return low;
}

/** Parts of a document as one text of UTF-8, with the place of every segment in both. */
class SegmentedText {
  readonly utf8: Uint8Array;
  readonly #origins: number[] = [];
  readonly #ends: number[] = [];
  readonly #places: number[] = [];
  readonly #placeEnds: number[] = [];
  readonly #encodings: TextEncoding[] = [];

  constructor(bytes: Uint8Array, stretches: readonly Stretch[]) {
    const capacity = stretches.reduce((sum, stretch) => sum + textCapacity(bytes, stretch) + BETWEEN.length, 0);
    const text = new Uint8Array(capacity);
    let place = 0;
    let before = -1;
    for (const stretch of stretches) {
      if (before !== -1 && before !== stretch.start) {
        text.set(BETWEEN, place);
        place += BETWEEN.length;
      }
      place = this.#write(bytes, stretch, text, place);
      before = stretch.end;
    }
    this.utf8 = text.subarray(0, place);
  }

  #write(bytes: Uint8Array, stretch: Stretch, text: Uint8Array, from: number): number {
    const { encoding } = stretch;
    let place = from;
    for (let start = stretch.start; start < stretch.end; ) {
      const end = segmentEnd(bytes, start, stretch);
      this.#origins.push(start);
      this.#ends.push(end);
      this.#places.push(place);
      this.#encodings.push(encoding);
      if (encoding === 'utf-8') {
        text.set(bytes.subarray(start, end), place);
        place += end - start;
      } else if (isUtf16(encoding)) place = writeUtf16(encoding, bytes, start, end, text, place);
      else place = writeSingleByte(singleByteTable(encoding), bytes, start, end, text, place);
      this.#placeEnds.push(place);
      start = end;
    }
    return place;
  }

  toOriginal(place: number): number {
    const segment = lastAtMost(this.#places, place);
    const origin = this.#origins[segment] ?? 0;
    const end = this.#ends[segment] ?? 0;
    const encoding = this.#encodings[segment] ?? 'utf-8';
    const from = this.#places[segment] ?? 0;
    if (encoding === 'utf-8') return Math.min(end, origin + place - from);
    let units = 0;
    for (let at = from; at < place && at < this.utf8.length; at++) {
      const byte = this.utf8[at] ?? 0;
      // A place inside of a character is that of the character.
      if (!isContinuation(byte) && at + characterLength(byte) <= place) units += byte >= 0xf0 ? 2 : 1;
    }
    return Math.min(end, origin + units * (isUtf16(encoding) ? 2 : 1));
  }

  fromOriginal(offset: number): number {
    const segment = lastAtMost(this.#origins, offset);
    const origin = this.#origins[segment] ?? 0;
    const encoding = this.#encodings[segment] ?? 'utf-8';
    const end = this.#placeEnds[segment] ?? 0;
    let at = this.#places[segment] ?? 0;
    if (encoding === 'utf-8') return Math.min(end, at + Math.max(0, offset - origin));
    const wanted = (offset - origin) / (isUtf16(encoding) ? 2 : 1);
    for (let units = 0; units < wanted && at < end; ) {
      const byte = this.utf8[at] ?? 0;
      units += byte >= 0xf0 ? 2 : 1;
      at += characterLength(byte);
    }
    return at;
  }
}

const characterLength = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/**
 * Stretches of a document as one text.
 * @param stretches sorted by start; places between them belong to the one before
 */
export function segmentedView(encoding: TextView['encoding'], bytes: Uint8Array, stretches: readonly Stretch[]): TextView {
  const text = new SegmentedText(bytes, stretches);
  return {
    encoding,
    utf8: text.utf8,
    toOriginal: (place) => text.toOriginal(place),
    fromOriginal: (offset) => text.fromOriginal(offset),
  };
}
