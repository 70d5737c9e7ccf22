import { afterAll, expect, test } from '@jest/globals';
import { zip } from '../../extraction/documents.fixture.ts';
import { Extractor } from '../../extraction/extractor.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import { InsideOfBlobs } from './look-inside.ts';

const extractor = new Extractor();
afterAll(() => extractor.onModuleDestroy());

const never = new AbortController().signal;
const archive = zip({ 'a.txt': 'one', 'b.txt': 'two' });
const blob = (position: bigint, bytes: Uint8Array | undefined): SourceDocument => ({
  position,
  bytes,
  path: 'backup.zip',
  onlyByFileName: false,
  version: String(position),
  commit: null,
});

test('an archive is replaced by its files, of which all but the last say that there are more', async () => {
  const found = await new InsideOfBlobs(extractor, never).read(blob(1n, archive));
  expect(found.map(({ path, inner, continues }) => [path, inner, continues])).toEqual([
    ['backup.zip', 'a.txt', true],
    ['backup.zip', 'b.txt', undefined],
  ]);
});

test('a text, and what could not be read, stay as they are', async () => {
  const inside = new InsideOfBlobs(extractor, never);
  for (const bytes of [Buffer.from('text'), undefined]) expect(await inside.read(blob(1n, bytes))).toEqual([blob(1n, bytes)]);
});

test('when the time of a scan is over, further archives are matched as they are and counted', async () => {
  const inside = new InsideOfBlobs(extractor, never, 0.001);
  expect(await inside.read(blob(1n, archive))).toHaveLength(2);
  expect(await inside.read(blob(2n, archive))).toEqual([{ ...blob(2n, archive), unread: 'over_bound' }]);
});
