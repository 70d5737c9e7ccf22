import { isContinuation } from '../text/fold.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Value of a character of base64, -1 for any other byte. The two alphabets (`+/` and `-_`) are read alike. */
export const VALUE: Int8Array = Int8Array.from({ length: 256 }, (_, byte) => ALPHABET.indexOf(String.fromCharCode(byte)));
for (const [characters, value] of [
  ['+-', 62],
  ['/_', 63],
] as const)
  for (const character of characters) VALUE[character.charCodeAt(0)] = value;

/** Encoded text that is shorter is not looked for: names of functions would be decoded all the time. */
export const LEAST_TEXT_BYTES = 8;
/** So many characters hold LEAST_TEXT_BYTES. */
export const LEAST_CHARACTERS = 11;

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

/** By place modulo four and pair: a bit for each of the four ways of grouping the characters, in which the pair may be of a text. */
const PLAUSIBLE: Uint8Array = Uint8Array.from({ length: 4 * 4096 }, (_, index) => {
  const [place, pair] = [index >> 12, index & 4095];
  return [0, 1, 2, 3].reduce((mask, first) => {
    const phase = (place - first) & 3;
    return phase === 0 || isPlausible(byteOf(pair, phase)) ? mask | (1 << first) : mask;
  }, 0);
});

/** LEAST_TEXT_BYTES are in so many pairs at least: two of ten hold none. */
const LEAST_PAIRS = 10;

/**
 * Whether a run of characters may hold text, in any way of grouping. False for nearly all names and paths of programs, after a look at few of
 * their characters: of so many neighbouring pairs one is at a multiple of their number.
 */
export function mayHoldText(text: Uint8Array, start: number, end: number): boolean {
  const last = end - start - 1;
  const plausibleAt = (at: number) =>
    PLAUSIBLE[((at & 3) << 12) | ((VALUE[text[start + at - 1] ?? 0] ?? 0) << 6) | (VALUE[text[start + at] ?? 0] ?? 0)] ?? 0;
  for (let probe = LEAST_PAIRS; probe <= last; probe += LEAST_PAIRS) {
    const mask = plausibleAt(probe);
    for (let way = 1; way < 16; way <<= 1) {
      if ((mask & way) === 0) continue;
      let from = probe;
      while (from > 1 && probe - from < LEAST_PAIRS && (plausibleAt(from - 1) & way) !== 0) from--;
      let to = probe;
      while (to < last && to - from < LEAST_PAIRS && (plausibleAt(to + 1) & way) !== 0) to++;
      if (to - from + 1 >= LEAST_PAIRS) return true;
    }
  }
  return false;
}
