import { MIN_LITERAL_CHARACTERS } from './required-literals.ts';
import type { Positions } from './positions.ts';

const WORD_BYTE = /^[0-9A-Za-z_\x80-\xff]$/;
const WHITE_SPACE = [0x09, 0x0a, 0x0d, 0x20] as const;
const FIRST_WORD = /^[\p{L}\p{N}\p{M}_]+/u;
const LAST_WORD = /[\p{L}\p{N}\p{M}_]+$/u;

const isWordByte = (byte: number): boolean => WORD_BYTE.test(String.fromCharCode(byte));

/** Whether what stands beside a word belongs to it: a letter or digit may, white space may not. */
function goesOn(beside: readonly ReadonlySet<number>[]): boolean {
  return beside.some((bytes) => [...bytes].some(isWordByte)) && !beside.some((bytes) => WHITE_SPACE.some((byte) => bytes.has(byte)));
}

/** By byte of the text, in lower and in upper case. */
function spelled(text: string): readonly (readonly number[])[] {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()].map((one) => new TextEncoder().encode(one));
  return Array.from(new TextEncoder().encode(text), (byte, at) => [byte, lower?.[at] ?? byte, upper?.[at] ?? byte]);
}

/** Where the expression spells a text letter by letter: its first and its last places. */
function placesOf({ positions }: Positions, text: string): { readonly first: ReadonlySet<number>; readonly last: ReadonlySet<number> } {
  const takes = (at: number, bytes: readonly number[]): boolean => {
    const taken = positions[at]?.bytes;
    // A letter in both cases at most: what takes more, such as `[a-z]`, is no part of the text.
    return taken !== undefined && taken.size <= 2 && bytes.some((byte) => taken.has(byte));
  };
  const [begin = [], ...rest] = spelled(text);
  const started = [...positions.keys()].filter((at) => takes(at, begin));
  const first = new Set<number>();
  const last = new Set<number>();
  for (const start of started) {
    let here = new Set([start]);
    for (const bytes of rest)
      here = new Set([...here].flatMap((at) => [...(positions[at]?.follow ?? [])]).filter((at) => takes(at, bytes)));
    if (here.size > 0) first.add(start);
    for (const end of here) last.add(end);
  }
  return { first, last };
}

/**
 * A text without the word at its beginning or end that the expression continues: of `key=tok_` in `key=tok_[0-9]{6}` it is `key=`. Empty where
 * fewer than MIN_LITERAL_CHARACTERS are left.
 */
export function wholeWordsOf(places: Positions, text: string): string {
  const { first, last } = placesOf(places, text);
  const { positions } = places;
  const bytesAt = (at: number): ReadonlySet<number> => positions[at]?.bytes ?? new Set();
  const before = positions.filter(({ follow }) => [...first].some((at) => follow.has(at))).map(({ bytes }) => bytes);
  const after = [...last].flatMap((at) => [...(positions[at]?.follow ?? [])]).map(bytesAt);
  // Where a match may begin or end here, the text around it decides.
  const isCutBefore = ![...first].some((at) => places.first.has(at)) && goesOn(before);
  const isCutAfter = ![...last].some((at) => places.last.has(at)) && goesOn(after);
  const begun = isCutBefore ? text.replace(FIRST_WORD, '') : text;
  const whole = isCutAfter ? begun.replace(LAST_WORD, '') : begun;
  return Array.from(whole).length >= MIN_LITERAL_CHARACTERS && /[\p{L}\p{N}]/u.test(whole) ? whole : '';
}
