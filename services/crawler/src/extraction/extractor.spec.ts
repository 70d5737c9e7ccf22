import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compressed, docx, zip } from './documents.fixture.ts';
import { Extractor } from './extractor.ts';

const never = new AbortController().signal;
let extractor: Extractor;
beforeAll(() => {
  extractor = new Extractor();
});
afterAll(() => extractor.onModuleDestroy());

test('a text is not sent to a thread', async () => {
  expect(await extractor.extract({ bytes: Buffer.from('key = 1'), path: 'a.txt' }, never)).toBeNull();
});

test('documents are read in threads', async () => {
  const read = await extractor.extract({ bytes: docx(['one', 'two']), path: 'a.docx' }, never);
  expect(read?.parts.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([['text', 'one\ntwo\n']]);
});

test('a document that takes too long is given up, and the next one is read', async () => {
  const hasty = new Extractor(1);
  try {
    const bomb = zip({ 'a.bz2': compressed('bzip2', Buffer.alloc(40 * 1024 * 1024)) });
    expect(await hasty.extract({ bytes: bomb, path: 'a.zip' }, never)).toEqual({
      parts: [{ path: '', bytes: bomb }],
      unread: [{ path: '', reason: 'over_bound' }],
      milliseconds: 1,
    });
    expect((await extractor.extract({ bytes: zip({ a: 'b' }), path: 'b.zip' }, never))?.unread).toEqual([]);
  } finally {
    await hasty.onModuleDestroy();
  }
});

test('a stop is obeyed', async () => {
  const stop = new AbortController();
  const reading = extractor.extract({ bytes: compressed('bzip2', Buffer.alloc(40 * 1024 * 1024)), path: 'a.bz2' }, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
});
