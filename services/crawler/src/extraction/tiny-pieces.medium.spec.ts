import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Extractor } from './extractor.ts';

/** As the largest file to the heap of a thread. */
const BYTES = 12 * 1024 * 1024;
const HEAP_MB = 48;
const never = new AbortController().signal;
let extractor: Extractor;
beforeAll(() => {
  // The machine may be busy: this is about memory.
  extractor = new Extractor(200_000, HEAP_MB);
});
afterAll(() => extractor.onModuleDestroy());

const repeated = (begin: string, piece: string, end: string) =>
  Buffer.from(begin + piece.repeat(Math.floor((BYTES - begin.length - end.length) / piece.length)) + end, 'latin1');

it.each([
  ['font for each letter', repeated('{\\rtf1{\\fonttbl{\\f0 A;}{\\f1\\fcharset204 B;}}lantern ', "\\f1\\'ff\\f0 b", '\\par dolphin}')],
  ['group for each letter', repeated('{\\rtf1 lantern ', '{a}', '\\par dolphin}')],
  ['sign for each byte', repeated('{\\rtf1 lantern ', '\\~', '\\par dolphin}')],
])('a document with a %s is read whole', async (_, bytes) => {
  const read = await extractor.extract({ bytes, path: 'a.rtf' }, never);
  expect(read?.unread).toEqual([]);
  const text = Buffer.from(read?.parts.find(({ path }) => path.endsWith('text'))?.bytes ?? []).toString();
  expect([text.startsWith('lantern'), text.endsWith('dolphin')]).toEqual([true, true]);
});
