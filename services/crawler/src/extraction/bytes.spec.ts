import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { wideText } from './bytes.ts';
import { textsOf } from './documents.fixture.ts';
import { presentationOf } from './old-office.fixture.ts';

/** The same bytes at an odd address. */
const atOddAddress = (bytes: Uint8Array): Uint8Array => Buffer.concat([Buffer.alloc(1), bytes]).subarray(1);

test('half a letter at the end of a text in UTF-16 is left out, wherever it stands', () => {
  const text = Buffer.from('ab', 'utf16le');
  for (const bytes of [text, Buffer.concat([text, Buffer.of(0x63)])])
    for (const one of [bytes, atOddAddress(bytes)]) expect(wideText(one)).toBe('ab');
  expect(wideText(Buffer.from('xabcd', 'utf16le').subarray(1), 1, 6)).toBe('ab');
});

/** Node.js alone ends with "malloc(): invalid next size" here. */
test('half a letter in a slide does not end the process', async () => {
  const slide = 'a'.repeat(2_600);
  const presentation = Buffer.from(presentationOf([slide]));
  // As long as a piece of memory, and a byte more.
  presentation.writeUInt32LE(5_001, presentation.indexOf(Buffer.from(slide, 'utf16le')) - 4);
  for (let times = 0; times < 50; times += 1)
    expect((await textsOf(atOddAddress(presentation))).texts['slide 1']).toBe(`${slide.slice(0, 2_500)}\n`);
});

test('readers take texts in UTF-16 by no other way', () => {
  const folder = join(import.meta.dirname, 'readers');
  const readers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!spec)\.ts$/.test(name));
  expect(readers.length).toBeGreaterThan(50);
  // To write one is harmless.
  const wide = /(?<!Buffer\.from\(\w+, ')(?:utf16le|ucs-?2)/;
  for (const name of readers) expect([name, wide.test(readFileSync(join(folder, name), 'utf8'))]).toEqual([name, false]);
});
