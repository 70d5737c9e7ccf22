import { sequenceLength } from '../text/detect-encoding.ts';
import { byStart, mergeSpans, type Span } from '../text/spans.ts';
import { isUtf16Text } from '../text/utf16.ts';
import {
  byteOf,
  isAsciiText,
  LEAST_CHARACTERS,
  LEAST_SINGLE_BYTES,
  LEAST_SINGLE_CHARACTERS,
  LEAST_TEXT_BYTES,
  mayHoldText,
  VALUE,
} from './base64-alphabet.ts';
import type { DecodedText } from './decoded-text.ts';
import { linesOf } from './find-base64.ts';

/** A word of so many letters beyond ASCII distinguishes text in a single-byte encoding from noise. */
const LEAST_WORD_BYTES = 5;

/** Characters of one line, or of all lines of a stretch, one behind the other. */
interface Characters {
  readonly lines: readonly Span[];
  readonly count: number;
}

/** Which of four ways of grouping characters leads to which bytes: what stands before the encoded text may look like a part of it. */
const WAYS = [0, 1, 2, 3];

let scratch = new Uint8Array(4096);

/** Decodes in one way. What is returned is valid until the next call. */
function decode(text: Uint8Array, { lines, count }: Characters, way: number): Uint8Array {
  if (scratch.length < count) scratch = new Uint8Array(2 * count);
  let length = 0;
  let place = 0;
  let pair = 0;
  for (const { start, end } of lines) {
    for (let at = start; at < end; at++, place++) {
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
function utf8Runs(bytes: Uint8Array, runs: Span[]): void {
  let start = 0;
  for (let at = 0; at <= bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const length = at === bytes.length ? 0 : byte < 0x80 ? Number(isAsciiText(byte)) : sequenceLength(bytes, at);
    if (length === 0) {
      if (at - start >= LEAST_TEXT_BYTES) runs.push({ start, end: at });
      start = at + 1;
    }
    at += length || 1;
  }
}

/** Latin and Russian text in UTF-16, at even and odd places. */
function utf16Runs(bytes: Uint8Array, runs: Span[]): void {
  for (const high of [0, 1])
    for (const parity of [0, 1]) {
      let start = parity;
      for (let at = parity; at <= bytes.length; at += 2) {
        if (at + 1 < bytes.length && isUtf16Text(bytes[at + high] ?? 0, bytes[at + 1 - high] ?? 0)) continue;
        if (at - start >= 2 * LEAST_TEXT_BYTES) runs.push({ start, end: at });
        start = at + 2;
      }
    }
}

/** Long text with words of bytes that are not UTF-8. */
function singleByteRuns(bytes: Uint8Array, runs: Span[]): void {
  let start = 0;
  let word = 0;
  let longest = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    word = byte >= 0x80 ? word + 1 : 0;
    longest = Math.max(longest, word);
    if (at < bytes.length && (byte >= 0x80 || isAsciiText(byte))) continue;
    if (at - start >= LEAST_SINGLE_BYTES && longest >= LEAST_WORD_BYTES) runs.push({ start, end: at });
    start = at + 1;
    longest = 0;
  }
}

function textRuns(bytes: Uint8Array): readonly Span[] {
  const runs: Span[] = [];
  utf8Runs(bytes, runs);
  if (bytes.length >= 2 * LEAST_TEXT_BYTES && (bytes.includes(0) || bytes.includes(4))) utf16Runs(bytes, runs);
  if (bytes.length >= LEAST_SINGLE_BYTES) singleByteRuns(bytes, runs);
  return runs.length < 2 ? runs : mergeSpans(runs.sort(byStart));
}

/** The place of a character in the text. */
function placeOf({ lines }: Characters, character: number): { readonly at: number; readonly line: Span | undefined } {
  let left = character;
  for (const line of lines) {
    const length = line.end - line.start;
    if (left < length) return { at: line.start + left, line };
    left -= length;
  }
  const line = lines.at(-1);
  return { at: line?.end ?? 0, line };
}

const PADDING = 0x3d;
/** An excerpt shows what a line holds behind its end, unless that is further away. */
const LINE_REST_MAX = 128;

function decodeCharacters(text: Uint8Array, characters: Characters, to: DecodedText): void {
  for (const way of WAYS) {
    const bytes = decode(text, characters, way);
    for (const { start: first, end } of textRuns(bytes)) {
      to.add(bytes.subarray(first, end), {
        coding: 'base64',
        originOf: (byte) => {
          const last = characterOf(first + byte, way);
          return { start: placeOf(characters, last - 1).at, end: placeOf(characters, last).at + 1 };
        },
        lineEnd: (place) => {
          const line = characters.lines.find((one) => place > one.start && place <= one.end);
          if (line === undefined || line.end - place > LINE_REST_MAX) return place;
          return line.end + (text[line.end] !== PADDING ? 0 : text[line.end + 1] === PADDING ? 2 : 1);
        },
      });
    }
  }
}

/**
 * Decodes a stretch: each of its lines for itself, as in lists of values, and all of them together, as in mails and keys. Only what is text
 * counts: LEAST_TEXT_BYTES of UTF-8 or as many letters of UTF-16, more of other encodings.
 */
export function decodeBase64(text: Uint8Array, stretch: Span, to: DecodedText): void {
  const lines = linesOf(text, stretch);
  for (const line of lines) {
    const count = line.end - line.start;
    const mayHold = count >= LEAST_SINGLE_CHARACTERS || (count >= LEAST_CHARACTERS && mayHoldText(text, line.start, line.end));
    if (mayHold) decodeCharacters(text, { lines: [line], count }, to);
  }
  if (lines.length > 1) decodeCharacters(text, { lines, count: lines.reduce((sum, { start, end }) => sum + end - start, 0) }, to);
}
