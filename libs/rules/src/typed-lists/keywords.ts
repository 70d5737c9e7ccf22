import { KEYWORD_MAX, WORD_MIN, WORDS_MAX } from '../limits.ts';
import { type ReadEntry, type SortedLines, sortLines, splitLines } from './sorted-lines.ts';

const MAGIC_WORD = /^[a-zа-яё0-9\-._/@:]+$/i;
const FILTER_WORD = /^[a-zа-яё0-9\-._/@]+$/i;
export const FILE_NAME_PREFIX = 'filename:';

const isFileName = (word: string): boolean => word.toLowerCase().startsWith(FILE_NAME_PREFIX);
/** The part of a word that is searched: after `filename:` that is the name of a file. */
const lookedFor = (word: string): string => (isFileName(word) ? word.slice(FILE_NAME_PREFIX.length) : word);

/** Each word once, in its first spelling. Letter case is ignored, as in matching. */
export function distinctWords(words: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const word of words) if (!seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
  return [...seen.values()];
}

function readWords(entry: string, allowed: RegExp): ReadEntry {
  const words = distinctWords(entry.trim().split(/\s+/));
  if (words.length > WORDS_MAX) return { reason: 'too_many_words' };
  if (words.some((word) => !allowed.test(word))) return { reason: 'word_characters' };
  if (words.some((word) => lookedFor(word).length < WORD_MIN)) return { reason: 'word_too_short' };
  if (words.filter(isFileName).length > 1) return { reason: 'several_file_names' };
  const text = words.join(' ');
  return text.length > KEYWORD_MAX ? { reason: 'keyword_too_long' } : { ok: text };
}

/** One magic keyword. */
export const readMagicKeyword = (entry: string): ReadEntry => readWords(entry, MAGIC_WORD);

/** Magic keywords: one entry a line, up to three words, colon and one `filename:` allowed (docs/behaviour/tasks.md). */
export const readMagicKeywords = (texts: readonly string[]): SortedLines => sortLines(splitLines(texts), readMagicKeyword);

/** Filter keywords: as magic keywords, without colon. Their number is not limited. */
export const readFilterKeywords = (texts: readonly string[]): SortedLines =>
  sortLines(splitLines(texts), (entry) => readWords(entry, FILTER_WORD));

const SET_LINE = /^[\p{L}\d][\p{L}\d\-._ ]*$/u;

/** Lines of a keyword set. Each begins with a letter or digit. */
export const readKeywordSet = (texts: readonly string[]): SortedLines =>
  sortLines(splitLines(texts), (entry) => {
    const text = entry.trim();
    if (text.length > KEYWORD_MAX) return { reason: 'keyword_too_long' };
    return SET_LINE.test(text) ? { ok: text } : { reason: 'word_characters' };
  });
