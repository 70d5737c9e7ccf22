import type { AnswerOf, uploadKeywords } from '@leakwatch/contracts';
import { detectEncoding, findSecret } from '@leakwatch/matching';
import { LeakwatchError } from '@leakwatch/platform';
import { KEYWORD_FILE_LINES_MAX, readMagicKeyword, sortLines, splitLines } from '@leakwatch/rules';

/** In UTF-16 text of Latin or Cyrillic letters nearly every high byte is 0 or 4. */
const HIGH_BYTES = new Set([0x00, 0x04]);
const PROBE_BYTES = 8000;
const SHARE = 0.9;

/** Detects UTF-16 without a byte order mark, as some editors write it, by the position of the high bytes. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const probe = bytes.subarray(0, PROBE_BYTES);
  if (bytes.length % 2 === 1 || !probe.includes(0)) return null;
  const share = (from: number): number => {
    let high = 0;
    for (let at = from; at < probe.length; at += 2) if (HIGH_BYTES.has(probe[at] ?? 1)) high += 1;
    return high / Math.ceil((probe.length - from) / 2);
  };
  const [even, odd] = [share(0), share(1)];
  if (odd >= SHARE && even < SHARE) return 'utf-16le';
  return even >= SHARE && odd < SHARE ? 'utf-16be' : null;
}

/**
 * Decodes an uploaded file: UTF-8, UTF-16 with or without a byte order mark, windows-1251 or Latin-1. Never fails: bytes
 * that are not text become characters that the keyword rules refuse line by line.
 */
function decodeKeywordFile(bytes: Uint8Array): string {
  const detected = unmarkedUtf16(bytes) ?? detectEncoding(bytes);
  const label = detected === 'binary' ? 'utf-8' : detected === 'latin-1' ? 'iso-8859-1' : detected;
  return new TextDecoder(label).decode(bytes);
}

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
