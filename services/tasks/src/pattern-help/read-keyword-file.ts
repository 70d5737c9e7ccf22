import type { AnswerOf, uploadKeywords } from '@leakwatch/contracts';
import { findSecret } from '@leakwatch/matching';
import { LeakwatchError } from '@leakwatch/platform';
import { KEYWORD_FILE_LINES_MAX, readMagicKeyword, sortLines, splitLines } from '@leakwatch/rules';
import { decodeKeywordFile } from './decode-keyword-file.ts';

/** Characters of an invalid line that are reported: it may be a whole document. */
const REPORTED_CHARACTERS = 200;
/** Characters of a credential that are reported: enough to find the line again. */
const SECRET_CHARACTERS = 6;

const keywordOf = (line: string) => (findSecret(line) === null ? readMagicKeyword(line) : ({ reason: 'keyword_is_secret' } as const));

/**
 * Reads the magic keywords of a file, and the lines that are not keywords with the reason (docs/behaviour/tasks.md).
 * Throws LeakwatchError `keyword_file_too_long`.
 */
export function readKeywordFile(bytes: Uint8Array): AnswerOf<typeof uploadKeywords> {
  const lines = splitLines([decodeKeywordFile(bytes)]);
  // The text after the last line break is empty, not a line.
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > KEYWORD_FILE_LINES_MAX)
    throw new LeakwatchError('keyword_file_too_long', 413, { details: { lines: KEYWORD_FILE_LINES_MAX } });
  const { accepted, dropped } = sortLines(lines, keywordOf);
  return {
    keywords: [...accepted],
    errors: dropped.map(({ text, reason }) => {
      const length = reason === 'keyword_is_secret' ? SECRET_CHARACTERS : REPORTED_CHARACTERS;
      return { text: text.length > length ? `${text.slice(0, length)}…` : text, reason };
    }),
  };
}
