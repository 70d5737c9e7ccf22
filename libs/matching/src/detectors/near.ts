import type { Span } from '../text/spans.ts';
import { NEAR_BYTES } from './detector.ts';

/** Words of so many letters stand in other words by chance: they count only between signs. */
const SHORT_LETTERS = 3;

/** A character has at most so many bytes. */
const REACH = 4;

const isPart = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;

function isLetterBehind(text: Uint8Array, end: number): boolean {
  return /^\p{L}/u.test(Buffer.from(text.subarray(end, end + REACH)).toString());
}

function isLetterBefore(text: Uint8Array, start: number): boolean {
  let first = Math.max(0, start - 1);
  while (first > 0 && start - first < REACH && isPart(text[first])) first -= 1;
  return /\p{L}$/u.test(Buffer.from(text.subarray(first, start)).toString());
}

/** Whether the word at this place counts as one. */
export function standsAsWord(word: string, text: Uint8Array, { start, end }: Span): boolean {
  return word.length > SHORT_LETTERS || !(isLetterBefore(text, start) || isLetterBehind(text, end));
}

/** Whether one of the words stands at most NEAR_BYTES before or behind the match; random text of the match is no word. */
export const isNear = ({ start, end }: Span, words: readonly Span[]): boolean =>
  words.some((word) => word.start < end + NEAR_BYTES && word.end > start - NEAR_BYTES && !(word.start >= start && word.end <= end));
