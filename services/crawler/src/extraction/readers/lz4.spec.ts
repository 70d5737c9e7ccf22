import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Budget, type Part, Unreadable } from '../reader.ts';
import { readLz4 } from './lz4.ts';

const LINES = Array.from({ length: 100 }, (_, at) => `line ${at}: ${(at * 7919) % 1000} db.corp.example\n`)
  .join('')
  .repeat(80);
const sample = (name: string) => readFileSync(new URL(`../samples/${name}.lz4`, import.meta.url));

async function read(bytes: Uint8Array, bound = 1_000_000): Promise<readonly [string, string?]> {
  const parts: Part[] = [];
  const text = () => Buffer.concat(parts.map((part) => part.bytes)).toString();
  try {
    for await (const part of readLz4(bytes, new Budget({ bytes: bound, parts: 10 }), 'lines.txt.lz4')) parts.push(part);
  } catch (error) {
    return [text(), error instanceof Unreadable ? error.reason : String(error)];
  }
  return [text()];
}

test.each(['dependent', 'independent', 'legacy'])('what the program wrote: %s blocks', async (name) => {
  expect(await read(sample(name))).toEqual([LINES]);
});

test('frames behind each other, with one that holds something else', async () => {
  const skipped = Buffer.from('532a4d18030000000102ff', 'hex');
  expect(await read(Buffer.concat([sample('dependent'), skipped, sample('legacy'), sample('independent')]))).toEqual([LINES.repeat(3)]);
});

test('what stands before the damage is read', async () => {
  const [text, reason] = await read(sample('dependent').subarray(0, 1_500));
  expect(reason).toBe('damaged');
  expect(text.length).toBeGreaterThan(1_000);
  expect(LINES.startsWith(text)).toBe(true);
});

test('a copy of what stands before the frame is damage', async () => {
  // One literal, then a copy from two bytes before.
  expect(await read(Buffer.from('04224d18404000050000001061020000', 'hex'))).toEqual(['a', 'damaged']);
});

test('a dictionary that is not in the file', async () => {
  expect(await read(Buffer.from('04224d1841400000000000', 'hex'))).toEqual(['', 'not_supported']);
});

test('unpacking ends at the bound', async () => {
  expect(await read(sample('dependent'), 100_000)).toEqual(['', 'over_bound']);
});
