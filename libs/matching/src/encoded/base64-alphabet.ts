import { isContinuation } from '../text/fold.ts';
import { isUtf16High } from '../text/utf16.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Value of a character of base64, -1 for any other byte. The two alphabets (`+/` and `-_`) are read alike. */
export const VALUE: Int8Array = Int8Array.from({ length: 256 }, (_, byte) => ALPHABET.indexOf(String.fromCharCode(byte)));
for (const [characters, value] of [
  ['+-', 62],
  ['/_', 63],
] as const)
  for (const character of characters) VALUE[character.charCodeAt(0)] = value;

/** By byte: 1 for characters of base64. */
const IS_CHARACTER: Uint8Array = Uint8Array.from(VALUE, (value) => (value >= 0 ? 1 : 0));
export const isCharacter = (byte: number | undefined): boolean => byte !== undefined && IS_CHARACTER[byte] === 1;

/** Encoded text that is shorter is not looked for: names of functions would be decoded all the time. */
export const LEAST_TEXT_BYTES = 11;
/** So many characters hold LEAST_TEXT_BYTES. */
export const LEAST_CHARACTERS = 15;

/** Lines that belong together are wrapped at 60 characters or more, in programs also earlier. Shorter ones are names at the ends of lines. */
export const LEAST_WRAPPED_CHARACTERS = 16;

/** As long as that without control characters, text in a single-byte encoding can be distinguished from noise. */
export const LEAST_SINGLE_BYTES = 64;
/** So many characters hold LEAST_SINGLE_BYTES. */
export const LEAST_SINGLE_CHARACTERS = 86;

/** A byte of ASCII that texts are made of. */
export const isAsciiText = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/**
 * The byte that two neighbouring characters hold when the second one is number `phase` of its group of four; nothing ends at number 0.
 * @param pair both values, the first one in the higher six bits
 */
export const byteOf = (pair: number, phase: number): number => (pair >> (phase === 1 ? 4 : phase === 2 ? 2 : 0)) & 0xff;

/** Bytes that may belong to text in UTF-8 or in UTF-16, Latin or Russian. */
const isPlausible = (byte: number): boolean =>
  isAsciiText(byte) || byte === 0 || byte === 4 || isContinuation(byte) || (byte >= 0xc2 && byte <= 0xf4);

const isWide = (byte: number): boolean => byte === 0 || byte === 4;
const isLead = (byte: number): boolean => byte >= 0xc2;

/** Whether one byte may follow the other in text. */
function mayFollow(first: number, second: number): boolean {
  if (!isPlausible(first) || !isPlausible(second)) return false;
  if (isWide(first) || isWide(second)) return true;
  return isContinuation(second) ? first >= 0x80 : !isLead(first);
}

/** By three neighbouring characters: a bit for each number that the last one may have in its group of four when the three belong to a text. */
const PLAUSIBLE: Uint8Array = Uint8Array.from({ length: 1 << 18 }, (_, triple) => {
  const [before, pair] = [triple >> 6, triple & 4095];
  const phases = [
    isPlausible(byteOf(before, 3)),
    isPlausible(byteOf(pair, 1)),
    mayFollow(byteOf(before, 1), byteOf(pair, 2)),
    mayFollow(byteOf(before, 2), byteOf(pair, 3)),
  ];
  return phases.reduce((mask, may, phase) => (may ? mask | (1 << phase) : mask), 0);
});

/** LEAST_TEXT_BYTES are in so many triples at least. */
const LEAST_TRIPLES = 13;
const WAYS = [0, 1, 2, 3] as const;
/** Adds one to each of four counters of a byte. */
const ONE_EACH = 0x01010101;
/** Makes the highest bit of each counter that is LEAST_TRIPLES or more. */
const ENOUGH = ONE_EACH * (0x80 - LEAST_TRIPLES);
const HIGHEST_BITS = 0x80808080;

/** By place modulo four and `PLAUSIBLE`: the bits of the counters of those ways of grouping in which the last character may be of a text. */
const COUNTERS: Int32Array = Int32Array.from({ length: 4 * 16 }, (_, index) => {
  const [place, mask] = [index >> 4, index & 15];
  return WAYS.reduce<number>((bits, way) => ((mask >> ((place - way) & 3)) & 1 ? bits | (0xff << (8 * way)) : bits), 0);
});

const valueAt = (text: Uint8Array, at: number): number => VALUE[text[at] ?? 0] ?? 0;

/** Whether LEAST_TEXT_BYTES of UTF-8 are in the pairs from one place to the first one that is not of a text, or as many bytes as that of which Latin and Russian UTF-16 has one in each letter. */
function holdsText(text: Uint8Array, start: number, from: number, to: number, way: number): boolean {
  let run = 0;
  let due = 0;
  let wide = 0;
  for (let at = from; at <= to; at++) {
    const phase = (at - way) & 3;
    if (phase === 0) continue;
    const byte = byteOf((valueAt(text, start + at - 1) << 6) | valueAt(text, start + at), phase);
    if (!isPlausible(byte)) return false;
    if (isWide(byte) && ++wide >= LEAST_TEXT_BYTES) return true;
    const isNext = isContinuation(byte);
    if (isNext !== due > 0) [run, due] = [0, 0];
    if (isNext && due === 0) continue;
    due = isNext ? due - 1 : byte < 0x80 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    run++;
    if (run >= LEAST_TEXT_BYTES && due === 0) return true;
  }
  return false;
}

/** By place modulo four and `PLAUSIBLE`: a bit for each of those ways of grouping in which the last character may be of a text. */
const POSSIBLE_WAYS: Uint8Array = Uint8Array.from({ length: 4 * 16 }, (_, index) => {
  const [place, mask] = [index >> 4, index & 15];
  return WAYS.reduce<number>((bits, way) => ((mask >> ((place - way) & 3)) & 1 ? bits | (1 << way) : bits), 0);
});
const EVERY_WAY = 15;

/**
 * The first place of a run from which LEAST_TRIPLES neighbouring triples may be of a text in one way of grouping; -1 where there is none.
 * The triples are read backwards: one that is of no text in any way that is left ends all groups that contain it, so that of most names a few are read.
 */
function firstPossible(text: Uint8Array, start: number, end: number): number {
  for (let first = start; first + LEAST_TRIPLES + 2 <= end; ) {
    let at = first + LEAST_TRIPLES + 1;
    let ways = EVERY_WAY;
    let triple = (valueAt(text, at - 2) << 12) | (valueAt(text, at - 1) << 6) | valueAt(text, at);
    for (;;) {
      ways &= POSSIBLE_WAYS[(((at - start) & 3) << 4) | (PLAUSIBLE[triple] ?? 0)] ?? 0;
      if (ways === 0 || at === first + 2) break;
      at--;
      triple = (triple >> 6) | (valueAt(text, at - 2) << 12);
    }
    if (ways !== 0) return first;
    first = at - 1;
  }
  return -1;
}

/** By byte: 1 for what text in a single-byte encoding is made of. */
const OF_SINGLE_BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x80 || isAsciiText(byte)));
/** From the character at which the first of LEAST_SINGLE_BYTES ends to that of the last: nothing ends at each fourth. */
const SINGLE_BYTES_SPAN = 85;

/** Whether LEAST_SINGLE_BYTES without a control character may follow one another. Read backwards: of noise each ninth byte is a control character. */
function mayHoldSingleBytes(text: Uint8Array, start: number, end: number): boolean {
  for (const way of WAYS) {
    for (let first = start + 1; first + SINGLE_BYTES_SPAN <= end; ) {
      let at = first + SINGLE_BYTES_SPAN - 1;
      for (; at >= first; at--) {
        const phase = (at - start - way) & 3;
        if (phase !== 0 && OF_SINGLE_BYTES[byteOf((valueAt(text, at - 1) << 6) | valueAt(text, at), phase)] === 0) break;
      }
      if (at < first) return true;
      first = at + 1;
    }
  }
  return false;
}

/** LEAST_TEXT_BYTES letters of UTF-16 end at so many neighbouring characters at least, so that one of the places below and the next two are among them. */
const WIDE_SPAN = 28;
const WIDE_STEP = WIDE_SPAN - 3;

/** Whether the byte that ends at a character may be the higher one of a letter in UTF-16. */
const isHighAt = (text: Uint8Array, at: number, phase: number): boolean =>
  isUtf16High(byteOf((valueAt(text, at - 1) << 6) | valueAt(text, at), phase));

/** How many bytes, from the one that ends at a place and each second one before and behind it, may be the higher ones of letters. */
function lettersAround(text: Uint8Array, start: number, end: number, place: number, way: number): number {
  let letters = 1;
  for (const step of [-1, 1])
    for (let at = place + step, bytes = 0; at > start && at < end; at += step) {
      const phase = (at - start - way) & 3;
      if (phase === 0 || ++bytes % 2 !== 0) continue;
      if (!isHighAt(text, at, phase)) break;
      letters++;
    }
  return letters;
}

/** Whether LEAST_TEXT_BYTES letters of UTF-16 may follow one another: of any two bytes within them one is the higher one of a letter. */
function mayHoldWide(text: Uint8Array, start: number, end: number): boolean {
  for (const way of WAYS)
    for (let at = start + WIDE_STEP; at + 2 < end; at += WIDE_STEP)
      for (let place = at, read = 0; read < 2; place++) {
        const phase = (place - start - way) & 3;
        if (phase === 0) continue;
        read++;
        if (isHighAt(text, place, phase) && lettersAround(text, start, end, place, way) >= LEAST_TEXT_BYTES) return true;
      }
  return false;
}

/** Longer lines are decoded without a look at them: the counters of `mayHoldText` have no room for more. */
export const MOST_LOOKED_AT = 128;

/**
 * Whether one line of at least LEAST_CHARACTERS may hold text of any kind. False for nearly all names, and for sums as lists of packages have them.
 * @param isPossible false where it is known that `mayHoldText` is
 */
export const mayHoldAny = (text: Uint8Array, start: number, end: number, isPossible = true): boolean =>
  end - start > MOST_LOOKED_AT ||
  (isPossible && mayHoldText(text, start, end)) ||
  (end - start >= LEAST_SINGLE_CHARACTERS && (mayHoldSingleBytes(text, start, end) || mayHoldWide(text, start, end)));

/** Whether a run of characters may hold text in UTF-8 or UTF-16, in any of four ways of grouping. False for nearly all names and paths of programs. */
export function mayHoldText(text: Uint8Array, start: number, end: number): boolean {
  const first = firstPossible(text, start, end);
  if (first === -1) return false;
  // Neighbouring triples, up to this one, that may be of a text: a counter of eight bits for each way.
  let counters = 0;
  let triple = (valueAt(text, first) << 6) | valueAt(text, first + 1);
  for (let at = first - start + 2; at < end - start; at++) {
    triple = ((triple << 6) | valueAt(text, start + at)) & 0x3ffff;
    counters = (counters + ONE_EACH) & (COUNTERS[((at & 3) << 4) | (PLAUSIBLE[triple] ?? 0)] ?? 0);
    if (((counters + ENOUGH) & HIGHEST_BITS) === 0) continue;
    for (const way of WAYS)
      if (((counters >>> (8 * way)) & 0xff) === LEAST_TRIPLES && holdsText(text, start, at - LEAST_TRIPLES, end - start - 1, way))
        return true;
  }
  return false;
}
