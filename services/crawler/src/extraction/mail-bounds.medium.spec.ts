import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TimedExtraction } from './extraction-messages.ts';
import { Extractor } from './extractor.ts';

/** As many bytes as a document may bring forth. */
const BYTES = 48 * 1024 * 1024;
const HEAD = 'From: a@corp.example\r\nMIME-Version: 1.0\r\n';
const MULTIPART = `${HEAD}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nlantern\r\n`;
const never = new AbortController().signal;
let extractor: Extractor;
beforeAll(() => {
  extractor = new Extractor();
});
afterAll(() => extractor.onModuleDestroy());

const textOf = (read: TimedExtraction | null, path: string) =>
  Buffer.from(read?.parts.find((part) => part.path === path)?.bytes ?? []).toString();
const repeated = (begin: string, piece: string, end: string) =>
  Buffer.from(begin + piece.repeat(Math.floor((BYTES - begin.length - end.length) / piece.length)) + end);

test.each([
  ['beginnings of parts', () => repeated(MULTIPART, '--b\r\n\r\na\r\n', '--b\r\n\r\ndolphin\r\n--b--\r\n')],
  ['beginnings of parts whose boundary has an escape', () => repeated(MULTIPART.replace('"b"', '"\\b"'), '--b\n\n', '\ndolphin\n')],
  ['empty lines', () => repeated(`${HEAD}\r\nlantern\n`, '\n', 'dolphin')],
  ['lines of one letter', () => repeated(`${HEAD}\r\nlantern\n`, 'a\n', 'dolphin')],
  ['lines between two parts', () => repeated(`${MULTIPART}--b--\r\n`, 'a\n', 'dolphin')],
])('a mail of many %s: what fits is read, the rest is matched as it is and counted', async (_, make) => {
  const read = await extractor.extract({ bytes: make(), path: 'a.eml' }, never);
  expect(read?.unread).toEqual([{ path: '', reason: 'over_bound' }]);
  expect(textOf(read, 'text').startsWith('lantern')).toBe(true);
  expect(textOf(read, 'rest')).toContain('dolphin');
});

test('a mail whose lines of a file, in a part that is not encoded, take more memory than a process may have is matched as it is', async () => {
  const bytes = repeated(`${HEAD}\r\nlantern`, `${'a'.repeat(76)}\n`, 'dolphin');
  const read = await extractor.extract({ bytes, path: 'a.eml' }, never);
  expect(read?.unread).toEqual([{ path: '', reason: 'over_bound' }]);
  expect(textOf(read, '')).toBe(bytes.toString());
});
