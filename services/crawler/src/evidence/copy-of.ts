import type { Finding, KeptContent } from '@leakwatch/contracts';
import { readText } from '@leakwatch/matching';

/**
 * Most bytes that are kept of one document. Nearly every document that holds a leak is smaller; one of so many bytes is hashed and sealed
 * in about 50 ms, during which the event loop waits.
 */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** Share of a part that stands before the first match: a person reads what led to it. */
const SHARE_BEFORE = 1 / 4;
const NEWLINE = 0x0a;

/** What will be stored of a document, and how findings refer to it. */
export interface Copy {
  readonly stored: Uint8Array;
  /** See `KeptContent.part`; null for a whole document. */
  part(ranges: Finding['byte_ranges']): KeptContent['part'];
}

/**
 * A document as it will be kept: whole, or, over the bound, a part of its text that begins some megabytes before the first match.
 * @param first the byte of the document with which its first match begins
 */
export function copyOf(bytes: Uint8Array, first: number, most = MAX_KEPT_BYTES): Copy {
  if (bytes.length <= most) return { stored: bytes, part: () => null };
  const { utf8, spans } = readText(bytes, [{ start: first, end: first }]);
  const at = spans[0]?.start ?? 0;
  const start = startOfLine(utf8, Math.max(0, at - Math.floor(most * SHARE_BEFORE)), at);
  const line = 1 + countLines(utf8.subarray(0, start));
  return {
    stored: utf8.subarray(start, endOfCharacter(utf8, start + most)),
    part: (ranges) => ({ start, line, places: [...readText(bytes, ranges).spans] }),
  };
}

/** Where the next line begins; the character where none does up to `to`, in a very long line. */
function startOfLine(utf8: Uint8Array, from: number, to: number): number {
  if (from === 0) return 0;
  const next = utf8.subarray(from, to).indexOf(NEWLINE);
  return next === -1 ? endOfCharacter(utf8, from) : from + next + 1;
}

/** `at`, or the last place before it that is not within a character. */
function endOfCharacter(utf8: Uint8Array, at: number): number {
  let end = Math.min(at, utf8.length);
  for (let step = 0; step < 3 && end < utf8.length && ((utf8[end] ?? 0) & 0xc0) === 0x80; step += 1) end -= 1;
  return end;
}

function countLines(utf8: Uint8Array): number {
  let lines = 0;
  for (let at = utf8.indexOf(NEWLINE); at !== -1; at = utf8.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
