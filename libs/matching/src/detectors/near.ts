import type { Span } from '../text/spans.ts';
import { NEAR_BYTES } from './detector.ts';

/** Words of so many letters stand in other words by chance: they count only between signs. */
const SHORT_LETTERS = 3;

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte >= 0x80);

/** Whether the word at this place counts as one. */
export function standsAsWord(word: string, text: Uint8Array, { start, end }: Span): boolean {
  return word.length > SHORT_LETTERS || !(isLetter(text[start - 1]) || isLetter(text[end]));
}

/** Whether one of the words stands at most NEAR_BYTES before or behind the match; random text of the match is no word. */
export const isNear = ({ start, end }: Span, words: readonly Span[]): boolean =>
  words.some((word) => word.start < end + NEAR_BYTES && word.end > start - NEAR_BYTES && !(word.start >= start && word.end <= end));
