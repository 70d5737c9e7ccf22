import { isAscii } from 'node:buffer';
import type { Unescaped } from './origins.ts';
import { isWord } from './words.ts';

/*
 * Letters that are written as several characters, and characters that nobody sees. PDF files and macOS write й as и and a breve; word processors put soft
 * hyphens into words, and chats put spaces without width into addresses.
 */

/** Letters have at most this many marks in the orthographies that Unicode composes: two of Vietnamese, and one to spare. */
const MARKS_MAX = 3;
/** Invisible characters in one place: a longer run is no accident of typesetting, and is left as it is. */
const RUN_MAX = 16;
const MARK_BYTES = 2;

const byteAt = (text: Uint8Array, at: number): number => text[at] ?? 0;

/** U+0300 to U+036F. */
function isMark(text: Uint8Array, at: number): boolean {
  const lead = byteAt(text, at);
  const next = byteAt(text, at + 1);
  return (lead === 0xcc && next >= 0x80 && next <= 0xbf) || (lead === 0xcd && next >= 0x80 && next <= 0xaf);
}

const isLatin = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
/** The first byte of a letter of Latin-1, further Latin, Greek or Cyrillic: U+00C0 to U+04FF. */
const isLetterLead = (byte: number): boolean => byte >= 0xc3 && byte <= 0xd3;
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Length of the invisible character at a place, in bytes; 0 where there is none. Emoji are joined by such characters too: see `isInWord`. */
function invisibleLength(text: Uint8Array, at: number): number {
  const [lead, second, third] = [byteAt(text, at), byteAt(text, at + 1), byteAt(text, at + 2)];
  // Soft hyphen.
  if (lead === 0xc2) return second === 0xad ? 2 : 0;
  // U+FEFF.
  if (lead === 0xef) return second === 0xbb && third === 0xbf ? 3 : 0;
  if (lead !== 0xe2) return 0;
  // U+200B to U+200F, U+202A to U+202E.
  if (second === 0x80) return (third >= 0x8b && third <= 0x8f) || (third >= 0xaa && third <= 0xae) ? 3 : 0;
  // U+2060 to U+206F.
  return second === 0x81 && third >= 0xa0 && third <= 0xaf ? 3 : 0;
}

/** Whether characters of a word that Latin and Cyrillic are written with stand on both sides: other scripts and emoji need their joiners. */
function isInWord(text: Uint8Array, start: number, end: number): boolean {
  const before = byteAt(text, start - 1);
  const after = byteAt(text, end);
  return (
    (before < 0x80 ? isWord(before) : isContinuation(before) && isLetterLead(byteAt(text, start - 2))) &&
    (after < 0x80 ? isWord(after) : isLetterLead(after))
  );
}

function invisibleAt(text: Uint8Array, at: number): Unescaped | undefined {
  let end = at;
  for (let run = 0; run < RUN_MAX; run++) {
    const length = invisibleLength(text, end);
    if (length === 0) break;
    end += length;
  }
  return end > at && isInWord(text, at, end) ? { bytes: new Uint8Array(0), length: end - at } : undefined;
}

function letterAt(text: Uint8Array, at: number): Unescaped | undefined {
  const length = isLatin(byteAt(text, at)) ? 1 : isLetterLead(byteAt(text, at)) && isContinuation(byteAt(text, at + 1)) ? 2 : 0;
  if (length === 0 || isMark(text, at)) return undefined;
  let end = at + length;
  for (let marks = 0; marks < MARKS_MAX && isMark(text, end); marks++) end += MARK_BYTES;
  if (end === at + length) return undefined;
  const written = Buffer.from(text.buffer, text.byteOffset + at, end - at).toString();
  const composed = written.normalize('NFC');
  return composed === written ? undefined : { bytes: Buffer.from(composed), length: end - at };
}

/** What is written in several characters at a place, or invisible. `bytes` is never longer than what it stands for. */
export const composedAt = (text: Uint8Array, at: number): Unescaped | undefined =>
  invisibleLength(text, at) > 0 ? invisibleAt(text, at) : letterAt(text, at);

/** Where the letter begins whose mark is at a place; the place itself where another character is. */
export function composedStart(text: Uint8Array, at: number): number {
  let start = at;
  for (let marks = 0; marks < MARKS_MAX && isMark(text, start); marks++) start -= isMark(text, start - MARK_BYTES) ? MARK_BYTES : 0;
  if (!isMark(text, start)) return at;
  return start - (isContinuation(byteAt(text, start - 1)) ? 2 : 1);
}

/** What the marks and invisible characters begin with. */
export const COMPOSED_BEGINNINGS: readonly Uint8Array[] = [[0xcc], [0xcd], [0xc2, 0xad], [0xe2, 0x80], [0xe2, 0x81], [0xef, 0xbb]].map(
  (bytes) => Uint8Array.from(bytes),
);

/** Whether one of them begins with a byte. */
export const beginsComposed = (byte: number): boolean => byte === 0xe2 || byte === 0xc2 || byte === 0xcc || byte === 0xcd || byte === 0xef;

/** Whether one of them is at a place. */
export function mayBeComposed(text: Uint8Array, at: number): boolean {
  const byte = byteAt(text, at);
  if (byte === 0xcc || byte === 0xcd) return true;
  const next = byteAt(text, at + 1);
  return (byte === 0xe2 && (next === 0x80 || next === 0x81)) || (byte === 0xc2 && next === 0xad) || (byte === 0xef && next === 0xbb);
}

const INVISIBLE = String.raw`[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+`;
const AT_EDGES = new RegExp(`^${INVISIBLE}|${INVISIBLE}$`, 'gu');

/** A word as documents are read: its letters composed, without invisible characters within or around it. */
export function composedWord(word: string): string {
  if (isAscii(Buffer.from(word))) return word;
  const text = Buffer.from(word.replace(AT_EDGES, ''));
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length; ) {
    const composed = composedAt(text, at);
    parts.push(composed?.bytes ?? text.subarray(at, at + 1));
    at += composed?.length ?? 1;
  }
  return Buffer.concat(parts).toString();
}
