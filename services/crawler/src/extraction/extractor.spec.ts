import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitUntil } from '@leakwatch/testing';
import { childProcesses } from './child-processes.fixture.ts';
import { DeadlyDocuments } from './deadly-documents.fixture.ts';
import { compressed, docx, zip } from './documents.fixture.ts';
import { NotStarted } from './extraction-processes.ts';
import { Extractor } from './extractor.ts';

const never = new AbortController().signal;
let extractor: Extractor;
beforeAll(() => {
  extractor = new Extractor();
});
afterAll(() => extractor.onModuleDestroy());

test('a text is not sent to a process', async () => {
  expect(await extractor.extract({ bytes: Buffer.from('key = 1'), path: 'a.txt' }, never)).toBeNull();
});

test('documents are read in processes', async () => {
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

test('a document whose process runs out of memory is given up, and the next one is read', async () => {
  const small = new Extractor(120_000, 24);
  try {
    const lines = Buffer.from(`From: a@corp.example\r\nMIME-Version: 1.0\r\n\r\n${'a\n'.repeat(140_000)}`);
    expect(await small.extract({ bytes: lines, path: 'a.eml' }, never)).toMatchObject({ unread: [{ path: '', reason: 'over_bound' }] });
    expect((await small.extract({ bytes: zip({ a: 'b' }), path: 'b.zip' }, never))?.unread).toEqual([]);
  } finally {
    await small.onModuleDestroy();
  }
});

test('a document whose process is killed is read by another one', async () => {
  const deadly = new DeadlyDocuments();
  const killed = new Extractor();
  try {
    deadly.set({ 'a.zip': 1 });
    const read = await killed.extract({ bytes: zip({ a: 'b' }), path: 'a.zip' }, never);
    expect(read?.unread).toEqual([]);
    expect(read?.parts.map(({ path }) => path)).toEqual(['a']);
    expect(deadly.kills).toBe(1);
  } finally {
    await killed.onModuleDestroy();
    deadly.close();
  }
});

test('processes have none of the secrets of the crawler, and one that was killed while it waited costs no document', async () => {
  const before = new Set(childProcesses().map(({ id }) => id));
  const killed = new Extractor();
  const archive = { bytes: zip({ a: 'b' }), path: 'a.zip' };
  try {
    await killed.extract(archive, never);
    const waiting = childProcesses().filter(({ id }) => !before.has(id));
    const variables = waiting.map(({ environment }) =>
      environment.split('\0').filter((one) => one !== '' && !/^NODE_CHANNEL_\w+=/.test(one)),
    );
    expect(variables).toEqual([[]]);
    for (const { id } of waiting) process.kill(id, 'SIGKILL');
    // Nobody has noticed its end yet.
    expect((await killed.extract(archive, never))?.unread).toEqual([]);
  } finally {
    await killed.onModuleDestroy();
  }
});

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a document whose processes are all ended from outside with %s is said to be interrupted, and the next one is read',
  async (signal) => {
    const deadly = new DeadlyDocuments(signal);
    const killed = new Extractor();
    try {
      deadly.set({ 'a.zip': 9 });
      const bytes = zip({ a: 'b' });
      const interrupted = { unread: [{ path: '', reason: 'interrupted' }] };
      expect(await killed.extract({ bytes, path: 'a.zip' }, never)).toMatchObject({ ...interrupted, parts: [] });
      expect(deadly.kills).toBe(2);
      // It may always be.
      expect(await killed.extract({ bytes, path: 'a.zip' }, never, true)).toMatchObject({ ...interrupted, parts: [{ path: '', bytes }] });
      expect((await killed.extract({ bytes, path: 'b.zip' }, never))?.unread).toEqual([]);
    } finally {
      await killed.onModuleDestroy();
      deadly.close();
    }
  },
);

test('a document that crashes its process is given up at once', async () => {
  const deadly = new DeadlyDocuments('SIGABRT');
  const crashing = new Extractor();
  try {
    deadly.set({ 'a.zip': 9 });
    expect((await crashing.extract({ bytes: zip({ a: 'b' }), path: 'a.zip' }, never))?.unread).toEqual([
      { path: '', reason: 'over_bound' },
    ]);
    expect(deadly.kills).toBe(1);
  } finally {
    await crashing.onModuleDestroy();
    deadly.close();
  }
});

test('a document is not called costly when no process can be started for it', async () => {
  const execPath = process.execPath;
  const document = { bytes: zip({ a: 'b' }), path: 'b.zip' };
  const short = new Extractor();
  try {
    process.execPath = '/nonexistent/node';
    await expect(short.extract(document, never)).rejects.toThrow(NotStarted);
    process.execPath = execPath;
    expect((await short.extract(document, never))?.unread).toEqual([]);
  } finally {
    process.execPath = execPath;
    await short.onModuleDestroy();
  }
});

test('documents wait for their turn, and one that is given up while it waits costs no place', async () => {
  const bomb = () => ({ bytes: compressed('bzip2', Buffer.alloc(8 * 1024 * 1024)), path: 'a.bz2' });
  const stop = new AbortController();
  const stopped = new AbortController();
  stopped.abort(new Error('stopped before'));
  const first = [bomb(), bomb()].map((task) => extractor.extract(task, never));
  const givenUp = extractor.extract(bomb(), stop.signal);
  const last = Array.from({ length: 4 }, () => extractor.extract(bomb(), never));
  stop.abort(new Error('stopped'));
  await expect(givenUp).rejects.toThrow('stopped');
  await expect(extractor.extract(bomb(), stopped.signal)).rejects.toThrow('stopped before');
  for (const read of await Promise.all([...first, ...last]))
    expect(read?.parts.map(({ bytes }) => bytes.byteLength)).toEqual([8 * 1024 * 1024]);
});

test('documents that wait when the extractor ends start no process', async () => {
  const before = childProcesses().length;
  const ending = new Extractor();
  const bomb = () => ({ bytes: compressed('bzip2', Buffer.alloc(40 * 1024 * 1024)), path: 'a.bz2' });
  const all = Array.from({ length: 5 }, () => ending.extract(bomb(), never));
  for (const one of all) one.catch(() => undefined);
  await ending.onModuleDestroy();
  for (const read of await Promise.allSettled(all)) expect(read).toMatchObject({ status: 'rejected', reason: expect.any(NotStarted) });
  await waitUntil('the processes to end', async () => childProcesses().length <= before);
});

test('a stop is obeyed', async () => {
  const stop = new AbortController();
  const reading = extractor.extract({ bytes: compressed('bzip2', Buffer.alloc(40 * 1024 * 1024)), path: 'a.bz2' }, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
});
