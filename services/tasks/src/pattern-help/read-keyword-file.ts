import type { AnswerOf, uploadKeywords } from '@leakwatch/contracts';
import { findSecret } from '@leakwatch/matching';
import { LeakwatchError } from '@leakwatch/platform';
import { KEYWORD_FILE_LINES_MAX, readMagicKeyword, sortLines, splitLines } from '@leakwatch/rules';
import { decodeKeywordFile } from './decode-keyword-file.ts';

/** A line that is no keyword may be a whole document: so much of it is told. */
const TOLD_CHARACTERS = 200;
/** Of a credential so much is told as to find the line again. */
const SECRET_CHARACTERS = 6;

const keywordOf = (line: string) => (findSecret(line) === null ? readMagicKeyword(line) : ({ reason: 'keyword_is_secret' } as const));

/**
 * Magic keywords of a file's bytes by the rules of spec/2-tasks section 5, and what is none with the reason.
 * Throws LeakwatchError `keyword_file_too_long`.
 */
export function readKeywordFile(bytes: Uint8Array): AnswerOf<typeof uploadKeywords> {
  const lines = splitLines([decodeKeywordFile(bytes)]);
  // What stands behind the last line's end is no line.
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > KEYWORD_FILE_LINES_MAX)
    throw new LeakwatchError('keyword_file_too_long', 413, { details: { lines: KEYWORD_FILE_LINES_MAX } });
  const { accepted, dropped } = sortLines(lines, keywordOf);
  return {
    keywords: [...accepted],
    errors: dropped.map(({ text, reason }) => {
      const told = reason === 'keyword_is_secret' ? SECRET_CHARACTERS : TOLD_CHARACTERS;
      return { text: text.length > told ? `${text.slice(0, told)}…` : text, reason };
    }),
  };
}
