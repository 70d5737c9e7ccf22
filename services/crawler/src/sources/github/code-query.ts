import type { SearchWords } from '../search-words.ts';

/** GitHub allows 256 characters of text; each phrase costs a few more than it has, so the rest is left as a margin. */
const TEXT_CHARACTERS = 200;
/** Shorter parts of a text narrow a search by chance only. */
const PHRASE_CHARACTERS = 3;
/** Quotes around a phrase and the space after it. */
const PHRASE_MARKS = 3;
/** What a phrase may hold. The search ignores every other sign or refuses it, so a text is asked for in the parts between them. */
const NOT_IN_PHRASE = /[^\p{L}\p{N}\p{M}_./@:-]+/u;
const FILE_NAME = /^[\p{L}\p{N}_.@-]+$/u;

/**
 * The text of a code search whose results hold every document with the words; null when nothing is left to ask for. Letter case and order do
 * not matter to the search, so equal queries are spelled alike.
 */
export function codeQuery({ words, fileName }: SearchWords): string | null {
  const phrases = phrasesOf(words);
  const name = fileName !== null && FILE_NAME.test(fileName) ? [`filename:${fileName.toLowerCase()}`] : [];
  return phrases.length + name.length === 0 ? null : [...phrases, ...name].join(' ');
}

/** Longest phrases first as long as they fit; what is left out makes more results, not fewer. */
export function phrasesOf(words: readonly string[]): readonly string[] {
  const parts = words.flatMap((word) => word.toLowerCase().split(NOT_IN_PHRASE));
  const characters = (part: string) => Array.from(part).length;
  const asked = [...new Set(parts)]
    .filter((part) => characters(part) >= PHRASE_CHARACTERS && /[\p{L}\p{N}]/u.test(part))
    .sort((left, right) => characters(right) - characters(left) || (left < right ? -1 : 1));
  let left = TEXT_CHARACTERS;
  const fitting = asked.filter((part) => {
    const fits = characters(part) + PHRASE_MARKS <= left;
    if (fits) left -= characters(part) + PHRASE_MARKS;
    return fits;
  });
  return fitting.sort().map((part) => `"${part}"`);
}
