/** A set of ASCII characters: bit n is character n. */
export type AsciiSet = bigint;

export const NO_ASCII: AsciiSet = 0n;
export const ALL_ASCII: AsciiSet = (1n << 128n) - 1n;

/** Every ASCII character from one code to another, both included; codes beyond ASCII are left out. */
export function asciiRange(from: number, to: number): AsciiSet {
  let set = NO_ASCII;
  for (let code = from; code <= Math.min(to, 0x7f); code++) set |= 1n << BigInt(code);
  return set;
}

/** Letters in either case. */
export function eitherCase(set: AsciiSet): AsciiSet {
  const upper = set & asciiRange(0x41, 0x5a);
  const lower = set & asciiRange(0x61, 0x7a);
  return set | (upper << 32n) | (lower >> 32n);
}

const DIGITS = asciiRange(0x30, 0x39);
const SPACES = [0x09, 0x0a, 0x0c, 0x0d, 0x20].reduce((set, code) => set | asciiRange(code, code), NO_ASCII);
const WORD = DIGITS | asciiRange(0x41, 0x5a) | asciiRange(0x61, 0x7a) | asciiRange(0x5f, 0x5f);

/** The characters of `\d`, `\s` and `\w`, and their complements within ASCII. */
export const NAMED_SETS: ReadonlyMap<string, AsciiSet> = new Map([
  ['d', DIGITS],
  ['s', SPACES],
  ['w', WORD],
  ['D', ALL_ASCII ^ DIGITS],
  ['S', ALL_ASCII ^ SPACES],
  ['W', ALL_ASCII ^ WORD],
]);

/** The characters as a list of codes. */
export const asciiCodes = (set: AsciiSet): number[] =>
  Array.from({ length: 128 }, (_, code) => code).filter((code) => ((set >> BigInt(code)) & 1n) === 1n);
