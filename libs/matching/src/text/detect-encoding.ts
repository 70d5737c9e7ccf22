import { isAscii, isUtf8 } from 'node:buffer';
import { isContinuation, isTwoByteLead } from './fold.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'latin-1' | 'binary';

/** Where git looks for a NUL byte to call a file binary. */
const BINARY_PROBE_BYTES = 8000;

/** Of a text with a few other bytes, whole pieces are ASCII, which the runtime sees at once. */
const PIECE_BYTES = 1024;

/** The first byte that is not ASCII, from a place on; the length where there is none. */
function nextHigh(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    while (at % PIECE_BYTES === 0 && at < bytes.length && isAscii(bytes.subarray(at, at + PIECE_BYTES))) at += PIECE_BYTES;
    if ((bytes[at] ?? 0) >= 0x80) return at;
  }
  return bytes.length;
}

/** Length of the well-formed multi-byte sequence at `at`, 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = isTwoByteLead(lead) ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  for (let index = 1; index < length; index++) if (!isContinuation(bytes[at + index] ?? 0)) return 0;
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

/**
 * Detects how the bytes of a document are read (docs/behaviour/patterns.md): UTF-16 by its byte order mark, binary by an early
 * NUL byte, UTF-8, otherwise windows-1251 or Latin-1 by the distribution of the high bytes. Never fails.
 */
export function detectEncoding(bytes: Uint8Array): TextEncodingName {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return 'binary';
  if (isAscii(bytes) || isUtf8(bytes) || isMostlyUtf8(bytes)) return 'utf-8';
  return isCyrillic(bytes) ? 'windows-1251' : 'latin-1';
}
