import { DEEP_MAX, DEEP_MIN, WORD_MIN, WORDS_MAX } from '../limits.ts';

/** `=` is allowed here, unlike in magic keywords: the form's help text lists it. */
const CHARACTERS = /^[a-zа-яё0-9\-._/@= ]*$/i;

export const DEEP_RULES = ['deep_length', 'deep_words', 'deep_word_length', 'deep_characters'] as const;
export type DeepRule = (typeof DEEP_RULES)[number];

/** As it is stored: without space around it and without double spaces. */
export const cleanDeepPattern = (text: string): string => text.trim().replace(/ +/g, ' ');

/** Which rules a deep pattern keeps (docs/behaviour/tasks.md); the form shows each of them. */
export function checkDeepPattern(text: string): Readonly<Record<DeepRule, boolean>> {
  const clean = cleanDeepPattern(text);
  const words = clean === '' ? [] : clean.split(' ');
  return {
    deep_length: clean.length >= DEEP_MIN && clean.length <= DEEP_MAX,
    deep_words: words.length >= 1 && words.length <= WORDS_MAX,
    deep_word_length: words.length >= 1 && words.every((word) => word.length >= WORD_MIN),
    deep_characters: words.length >= 1 && CHARACTERS.test(clean),
  };
}

/** The first rule that the pattern breaks, or null. */
export function deepPatternFault(text: string): DeepRule | null {
  const kept = checkDeepPattern(text);
  return DEEP_RULES.find((rule) => !kept[rule]) ?? null;
}
