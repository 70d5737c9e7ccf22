import { sequenceLength } from '../text/detect-encoding.ts';
import type { Span } from '../text/spans.ts';
import { isUtf16Text } from '../text/utf16.ts';
import { byteOf, isAsciiText, LEAST_CHARACTERS, LEAST_SINGLE_BYTES, LEAST_TEXT_BYTES, mayHoldAny, VALUE } from './base64-alphabet.ts';
import type { OnDecoded, StretchOrigins } from './origins.ts';
import { linesOf } from './find-base64.ts';
import { firstOfLists, SpanList } from './number-list.ts';

/** A word of so many letters beyond ASCII distinguishes text in a single-byte encoding from noise. */
const LEAST_WORD_BYTES = 5;

/** Characters of one line, or of all lines of a stretch, one behind the other. */
interface Characters {
  readonly lines: SpanList;
  readonly count: number;
}

/** Which of four ways of grouping characters leads to which bytes: what stands before the encoded text may look like a part of it. */
const WAYS = [0, 1, 2, 3];

/** Which bytes of a stretch a text is, as one number: its first byte, and the way in which the characters are grouped. */
const WAY_BITS = 2;

let scratch = new Uint8Array(4096);

/** Decodes in one way. What is returned is valid until the next call. */
function decode(text: Uint8Array, { lines, count }: Characters, way: number): Uint8Array {
  if (scratch.length < count) scratch = new Uint8Array(2 * count);
  let length = 0;
  let place = 0;
  let pair = 0;
  for (let line = 0; line < lines.length; line++) {
    const end = lines.endOf(line);
    for (let at = lines.startOf(line); at < end; at++, place++) {
      pair = ((pair << 6) | (VALUE[text[at] ?? 0] ?? 0)) & 4095;
      const phase = (place - way) & 3;
      if (place > 0 && phase !== 0) scratch[length++] = byteOf(pair, phase);
    }
  }
  return scratch.subarray(0, length);
}

/** Number of the character at which a decoded byte ends. */
function characterOf(byte: number, way: number): number {
  const first = ((1 - way) & 3) === 0 ? 2 : 1;
  const phase = (first - way) & 3;
  const at = byte + phase - 1;
  return first - phase + 4 * Math.floor(at / 3) + (at % 3) + 1;
}

/** Well-formed UTF-8 without control characters. */
function utf8Runs(bytes: Uint8Array, runs: SpanList): void {
  let start = 0;
  for (let at = 0; at <= bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const length = at === bytes.length ? 0 : byte < 0x80 ? Number(isAsciiText(byte)) : sequenceLength(bytes, at);
    if (length === 0) {
      if (at - start >= LEAST_TEXT_BYTES) runs.add(start, at);
      start = at + 1;
    }
    at += length || 1;
  }
}

/** Latin and Russian text in UTF-16, at even or odd places. */
function utf16Runs(bytes: Uint8Array, high: number, parity: number, runs: SpanList): void {
  let start = parity;
  for (let at = parity; at <= bytes.length; at += 2) {
    if (at + 1 < bytes.length && isUtf16Text(bytes[at + high] ?? 0, bytes[at + 1 - high] ?? 0)) continue;
    if (at - start >= 2 * LEAST_TEXT_BYTES) runs.add(start, at);
    start = at + 2;
  }
}

/** Long text with words of bytes that are not UTF-8. */
function singleByteRuns(bytes: Uint8Array, runs: SpanList): void {
  let start = 0;
  let word = 0;
  let longest = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    word = byte >= 0x80 ? word + 1 : 0;
    longest = Math.max(longest, word);
    if (at < bytes.length && (byte >= 0x80 || isAsciiText(byte))) continue;
    if (at - start >= LEAST_SINGLE_BYTES && longest >= LEAST_WORD_BYTES) runs.add(start, at);
    start = at + 1;
    longest = 0;
  }
}

/** Reports what is text in any way; what overlaps or touches is one. */
function eachText(bytes: Uint8Array, onText: (start: number, end: number) => void): void {
  const lists: SpanList[] = [];
  const read = (reader: (runs: SpanList) => void) => {
    const runs = new SpanList();
    reader(runs);
    if (runs.length > 0) lists.push(runs);
  };
  read((runs) => utf8Runs(bytes, runs));
  if (bytes.length >= 2 * LEAST_TEXT_BYTES && (bytes.includes(0) || bytes.includes(4)))
    for (const high of [0, 1]) for (const parity of [0, 1]) read((runs) => utf16Runs(bytes, high, parity, runs));
  if (bytes.length >= LEAST_SINGLE_BYTES) read((runs) => singleByteRuns(bytes, runs));
  const places = lists.map(() => 0);
  let [from, to] = [0, -1];
  for (let first = firstOfLists(lists, places); first !== -1; first = firstOfLists(lists, places)) {
    const place = places[first] ?? 0;
    const [start = 0, end = 0] = [lists[first]?.startOf(place), lists[first]?.endOf(place)];
    places[first] = place + 1;
    if (start <= to) to = Math.max(to, end);
    else {
      if (to !== -1) onText(from, to);
      [from, to] = [start, end];
    }
  }
  if (to !== -1) onText(from, to);
}

/** The place of a character in the text. */
function placeOf({ lines }: Characters, character: number): number {
  let left = character;
  for (let line = 0; line < lines.length; line++) {
    const length = lines.endOf(line) - lines.startOf(line);
    if (left < length) return lines.startOf(line) + left;
    left -= length;
  }
  return lines.endOf(lines.length - 1);
}

const PADDING = 0x3d;
/** An excerpt shows what a line holds behind its end, unless that is further away. */
const LINE_REST_MAX = 128;

function charactersOf(lines: SpanList): Characters {
  let count = 0;
  for (let line = 0; line < lines.length; line++) count += lines.endOf(line) - lines.startOf(line);
  return { lines, count };
}

/** The end of the line that ends at a place or holds it; -1 where none does. */
function lineEndAt({ lines }: Characters, place: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines.endOf(middle) < place) low = middle + 1;
    else high = middle;
  }
  return low < lines.length && place > lines.startOf(low) ? lines.endOf(low) : -1;
}

/** Where decoded bytes of a stretch come from. */
export function base64Origins(text: Uint8Array, stretch: Span): StretchOrigins {
  const characters = charactersOf(linesOf(text, stretch));
  return (detail) => ({
    originOf: (byte) => {
      const [first, way] = [detail >> WAY_BITS, detail & ((1 << WAY_BITS) - 1)];
      const last = characterOf(first + byte, way);
      return { start: placeOf(characters, last - 1), end: placeOf(characters, last) + 1 };
    },
    lineEnd: (place) => {
      const end = lineEndAt(characters, place);
      if (end === -1 || end - place > LINE_REST_MAX) return place;
      return end + (text[end] !== PADDING ? 0 : text[end + 1] === PADDING ? 2 : 1);
    },
  });
}

function decodeCharacters(text: Uint8Array, stretch: Span, characters: Characters, onDecoded: OnDecoded): void {
  for (const way of WAYS) {
    const bytes = decode(text, characters, way);
    eachText(bytes, (first, end) => onDecoded(bytes.subarray(first, end), 'base64', stretch, (first << WAY_BITS) | way));
  }
}

/**
 * Decodes a stretch: each of its lines for itself, as in lists of values, and all of them together, as in mails and keys. Only what is text
 * counts: LEAST_TEXT_BYTES of UTF-8 or as many letters of UTF-16, more of other encodings.
 */
export function decodeBase64(text: Uint8Array, stretch: Span, onDecoded: OnDecoded): void {
  const lines = linesOf(text, stretch);
  for (let number = 0; number < lines.length; number++) {
    const line = { start: lines.startOf(number), end: lines.endOf(number) };
    const count = line.end - line.start;
    if (count >= LEAST_CHARACTERS && mayHoldAny(text, line.start, line.end))
      decodeCharacters(text, line, charactersOf(linesOf(text, line)), onDecoded);
  }
  if (lines.length > 1) decodeCharacters(text, stretch, charactersOf(lines), onDecoded);
}
