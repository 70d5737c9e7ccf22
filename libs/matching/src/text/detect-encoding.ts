import { isAscii, isUtf8 } from 'node:buffer';
import { isContinuation, isTwoByteLead } from './fold.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'latin-1' | 'binary';

export const UTF8_MARK_BYTES = 3;
export const UTF16_MARK_BYTES = 2;

/** Where git looks for a NUL byte to call a file binary. */
const BINARY_PROBE_BYTES = 8000;

/** Of a text with a few other bytes, whole pieces are ASCII, which the runtime sees at once. */
const PIECE_BYTES = 1024;

/** The first byte that is not ASCII, from a place on; the length where there is none. */
export function nextHigh(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    while (at % PIECE_BYTES === 0 && at < bytes.length && isAscii(bytes.subarray(at, at + PIECE_BYTES))) at += PIECE_BYTES;
    if ((bytes[at] ?? 0) >= 0x80) return at;
  }
  return bytes.length;
}

/** By first byte: length of the sequence that it begins, 0 where it begins none, and the least and the last of what may be its second byte. */
const LENGTH: Uint8Array = Uint8Array.from({ length: 256 }, (_, lead) =>
  isTwoByteLead(lead) ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0,
);
const LEAST_SECOND: Uint8Array = new Uint8Array(256).fill(0x80);
const LAST_SECOND: Uint8Array = new Uint8Array(256).fill(0xbf);
// Others are longer than needed, a surrogate, or beyond the last code point: no UTF-8 either.
LEAST_SECOND.set([0xa0], 0xe0);
LAST_SECOND.set([0x9f], 0xed);
LEAST_SECOND.set([0x90], 0xf0);
LAST_SECOND.set([0x8f], 0xf4);

/** Length of the well-formed multi-byte sequence at `at`, 0 if there is none. */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = LENGTH[lead] ?? 0;
  if (length === 0) return 0;
  const second = bytes[at + 1] ?? 0;
  if (second < (LEAST_SECOND[lead] ?? 0) || second > (LAST_SECOND[lead] ?? 0)) return 0;
  for (let index = 2; index < length; index++) if (!isContinuation(bytes[at + index] ?? 0)) return 0;
  return length;
}

/**
 * UTF-8 with a few broken bytes (cut off in the middle, a stray byte) is still UTF-8: read as windows-1251 its Cyrillic
 * would be lost. In real windows-1251 or Latin-1 a well-formed sequence is a rare accident.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let wellFormed = 0;
  let broken = 0;
  for (let at = nextHigh(bytes, 0); at < bytes.length; at = nextHigh(bytes, at)) {
    const length = sequenceLength(bytes, at);
    if (length === 0) broken++;
    else wellFormed++;
    at += length || 1;
  }
  return wellFormed > 0 && wellFormed >= broken;
}

function isHighLetter(byte: number): boolean {
  return byte >= 0xc0 || byte === 0xa8 || byte === 0xb8;
}

/** Cyrillic words are runs of high bytes; the accents of Latin-1 stand alone between ASCII letters. */
function isCyrillic(bytes: Uint8Array): boolean {
  let inRuns = 0;
  let alone = 0;
  for (let at = nextHigh(bytes, 0); at < bytes.length; at = nextHigh(bytes, at + 1)) {
    if (!isHighLetter(bytes[at] ?? 0)) continue;
    if (isHighLetter(bytes[at - 1] ?? 0) || isHighLetter(bytes[at + 1] ?? 0)) inRuns++;
    else alone++;
  }
  return inRuns >= alone && inRuns > 0;
}

/** Length of the byte order mark, whatever follows it; 0 for none. */
export function markLength(bytes: Uint8Array): number {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return UTF8_MARK_BYTES;
  return markedUtf16(bytes) === undefined ? 0 : UTF16_MARK_BYTES;
}

function markedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** UTF-16 has NUL bytes in white space, and the fourth control character in Russian letters. */
function isUtf8AfterMark(bytes: Uint8Array): boolean {
  const text = bytes.subarray(UTF16_MARK_BYTES);
  return text.length > 0 && isUtf8(text) && !text.includes(0) && !text.includes(4);
}

/**
 * Detects how the bytes of a document are read in the first place (see text/readings.ts for the others): UTF-16 by its byte order mark,
 * binary by an early NUL byte, UTF-8, otherwise windows-1251 or Latin-1 by the distribution of the high bytes. Never fails.
 */
export function detectEncoding(bytes: Uint8Array): TextEncodingName {
  const marked = markedUtf16(bytes);
  if (marked !== undefined) return isUtf8AfterMark(bytes) ? 'utf-8' : marked;
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return 'binary';
  if (isAscii(bytes) || isUtf8(bytes) || isMostlyUtf8(bytes)) return 'utf-8';
  return isCyrillic(bytes) ? 'windows-1251' : 'latin-1';
}
