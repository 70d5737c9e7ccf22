import { KEYWORD_MAX, WORD_MIN, WORDS_MAX } from './limits.ts';
import { type SortedLines, sortLines } from './sorted-lines.ts';

const MAGIC_WORD = /^[a-zа-яё0-9\-._/@:]+$/i;
const FILTER_WORD = /^[a-zа-яё0-9\-._/@]+$/i;
export const FILE_NAME_PREFIX = 'filename:';

const lines = (texts: readonly string[]) => texts.flatMap((text) => text.split(/\r?\n/));

function readWords(entry: string, allowed: RegExp): { ok: string } | { reason: string } {
  const words = [...new Set(entry.trim().split(/ +/))];
  if (words.length > WORDS_MAX) return { reason: 'too_many_words' };
  if (words.some((word) => !allowed.test(word))) return { reason: 'word_characters' };
  if (words.some((word) => word.replace(FILE_NAME_PREFIX, '').length < WORD_MIN)) return { reason: 'word_too_short' };
  if (words.filter((word) => word.toLowerCase().startsWith(FILE_NAME_PREFIX)).length > 1) return { reason: 'several_file_names' };
  const text = words.join(' ');
  return text.length > KEYWORD_MAX ? { reason: 'keyword_too_long' } : { ok: text };
}

/** Magic keywords: one entry a line, up to three words, colon and one `filename:` allowed. spec/2-tasks section 5. */
export const readMagicKeywords = (texts: readonly string[]): SortedLines =>
  sortLines(lines(texts), (entry) => readWords(entry, MAGIC_WORD));

/** Filter keywords: as magic ones, without colon. Unlimited in number. */
export const readFilterKeywords = (texts: readonly string[]): SortedLines =>
  sortLines(lines(texts), (entry) => readWords(entry, FILTER_WORD));

const SET_LINE = /^[\p{L}\d][\p{L}\d\-._ ]*$/u;

/** Lines of a keyword set: start with a letter or digit; spec/3-staff section 5. */
export const readKeywordSet = (texts: readonly string[]): SortedLines =>
  sortLines(lines(texts), (entry) => {
    const text = entry.trim();
    if (text.length > KEYWORD_MAX) return { reason: 'keyword_too_long' };
    return SET_LINE.test(text) ? { ok: text } : { reason: 'word_characters' };
  });
