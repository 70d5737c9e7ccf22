import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { childProcesses } from './child-processes.fixture.ts';
import { BOMBS, rar4OfZeros, rarOfZeros } from './bombs.fixture.ts';
import { zip } from './documents.fixture.ts';
import { extractDocument } from './extract-document.ts';
import { Extractor } from './extractor.ts';

const MEMORY_MIB = 512;
const never = new AbortController().signal;
let extractor: Extractor;
beforeAll(() => {
  extractor = new Extractor();
});
afterAll(() => extractor.onModuleDestroy());

test.each([
  ['RAR 5', () => rarOfZeros(1 + 4_097 * 3)],
  ['RAR 4', () => rar4OfZeros(1 + 258 * 3)],
])('the hostile archives are right but for their size: %s', async (_name, make) => {
  const { parts, unread } = await extractDocument(make(), 'small.rar');
  expect(unread).toEqual([]);
  expect(parts[0]?.bytes.every((byte) => byte === 0)).toBe(true);
});

test.each(Object.entries(BOMBS))('%s is over the bound', async (_name, make) => {
  const read = await extractor.extract({ bytes: make(), path: 'bomb' }, never);
  expect(read?.unread.map(({ reason }) => reason)).toEqual(['over_bound']);
});

test('all at once, in all processes: these stay below their memory and read the next document', async () => {
  const bombs = Object.values(BOMBS).map((make) => ({ bytes: make(), path: 'bomb' }));
  const resident = () => childProcesses().reduce((sum, child) => sum + child.resident, process.memoryUsage().rss);
  const before = resident();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, resident())), 20);
  try {
    await Promise.all(bombs.map((bomb) => extractor.extract(bomb, never)));
  } finally {
    clearInterval(sampling);
  }
  expect((peak - before) / 1024 / 1024).toBeLessThan(MEMORY_MIB);
  expect((await extractor.extract({ bytes: zip({ a: 'b' }), path: 'b.zip' }, never))?.unread).toEqual([]);
});
