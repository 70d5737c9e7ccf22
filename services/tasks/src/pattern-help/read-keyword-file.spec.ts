import { describe, expect, test } from '@jest/globals';
import { LeakwatchError } from '@leakwatch/platform';
import { KEYWORD_FILE_LINES_MAX } from '@leakwatch/rules';
import { readKeywordFile } from './read-keyword-file.ts';

const TEXT = 'password admin\r\nпароль база\n\nab\nfilename:.env key';
const KEYWORDS = ['password admin', 'пароль база', 'filename:.env key'];
const utf16 = (text: string, bigEndian: boolean): Buffer =>
  bigEndian ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le');
/** Encodes ASCII and small Russian letters as windows-1251. */
const cp1251 = (text: string): Buffer =>
  Buffer.from([...text].map((letter) => (letter >= 'а' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))));

describe('a keyword file', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16 with its mark', utf16(`\ufeff${TEXT}`, false)],
    ['UTF-16 big endian with its mark', utf16(`\ufeff${TEXT}`, true)],
    ['UTF-16 without', utf16(TEXT, false)],
    ['UTF-16 big endian without', utf16(TEXT, true)],
    ['windows-1251', cp1251(TEXT)],
  ])('%s is read right', (_, bytes) => {
    expect(readKeywordFile(bytes)).toEqual({ keywords: KEYWORDS, errors: [{ text: 'ab', reason: 'word_too_short' }] });
  });

  test('an empty file has no keywords', () => expect(readKeywordFile(new Uint8Array())).toEqual({ keywords: [], errors: [] }));

  test('a NUL invalidates its line, not the file', () => {
    const { keywords, errors } = readKeywordFile(Buffer.from('token one\nto\0ken\nlast line'));
    expect(keywords).toEqual(['token one', 'last line']);
    expect(errors).toEqual([{ text: 'to\0ken', reason: 'word_characters' }]);
  });

  test('each invalid line is reported with its reason, a long one shortened', () => {
    const { errors } = readKeywordFile(Buffer.from(`token\nTOKEN\na b c d e\n${'x'.repeat(5000)}`));
    expect(errors.map(({ reason }) => reason)).toEqual(['duplicate', 'too_many_words', 'keyword_too_long']);
    expect(errors.at(-1)?.text).toHaveLength(201);
  });

  test('a real credential is refused, and not repeated', () => {
    const secret = ['glpat', 'a1B2c3D4e5F6g7H8i9J0'].join('-');
    expect(readKeywordFile(Buffer.from(secret))).toEqual({ keywords: [], errors: [{ text: 'glpat-…', reason: 'keyword_is_secret' }] });
  });

  test('the maximum number of lines is read, one more is an error', () => {
    const lines = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => `key${at}`).join('\n'));
    expect(readKeywordFile(Buffer.concat([lines(KEYWORD_FILE_LINES_MAX), Buffer.from('\n')])).keywords).toHaveLength(
      KEYWORD_FILE_LINES_MAX,
    );
    expect(() => readKeywordFile(lines(KEYWORD_FILE_LINES_MAX + 1))).toThrow(LeakwatchError);
  });
});
