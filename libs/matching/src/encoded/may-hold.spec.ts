import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isUtf16Text } from '../text/utf16.ts';
import {
  LEAST_CHARACTERS,
  LEAST_SINGLE_BYTES,
  LEAST_SINGLE_CHARACTERS,
  LEAST_TEXT_BYTES,
  LEAST_WRAPPED_CHARACTERS,
  mayHoldAny,
  MOST_LOOKED_AT,
} from './base64-alphabet.ts';
import { findBase64 } from './find-base64.ts';

/** The longest run of units of some bytes each, from any place of the same parity on. */
function longestRun(bytes: Uint8Array, first: number, each: number, is: (at: number) => boolean): number {
  let run = 0;
  let longest = 0;
  for (let at = first; at + each <= bytes.length; at += each) {
    run = is(at) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const isNoControl = (byte: number): boolean => byte === 9 || byte === 10 || byte === 13 || (byte >= 0x20 && byte !== 0x7f);

/** Whether well-formed UTF-8 of LEAST_TEXT_BYTES, or up to the end of the letter in which they end, is somewhere. */
function holdsUtf8(bytes: Uint8Array): boolean {
  return [...bytes.keys()].some((start) =>
    [0, 1, 2, 3].some((more) => {
      const some = bytes.subarray(start, start + LEAST_TEXT_BYTES + more);
      return some.length === LEAST_TEXT_BYTES + more && isUtf8(some) && some.every(isNoControl);
    }),
  );
}

/** Text in UTF-8, UTF-16 or a single-byte encoding, as the decoder counts it, or more. */
function holdsText(bytes: Uint8Array): boolean {
  const byteAt = (at: number) => bytes[at] ?? 0;
  const isWide = [0, 1].some((first) =>
    [0, 1].some((high) => longestRun(bytes, first, 2, (at) => isUtf16Text(byteAt(at + high), byteAt(at + 1 - high))) >= LEAST_TEXT_BYTES),
  );
  const single = longestRun(bytes, 0, 1, (at) => isNoControl(byteAt(at)));
  return isWide || holdsUtf8(bytes) || single >= LEAST_SINGLE_BYTES;
}

/**
 * Text in UTF-8, or Latin and Russian in UTF-16: shorter lines are searched for no other. The lower bytes of Russian capitals up to П are control characters, which end
 * such text.
 */
function holdsShortText(bytes: Uint8Array): boolean {
  const isLetter = (low: number, high: number): boolean =>
    (high === 0 && isNoControl(low) && low < 0x7f) || (high === 4 && low >= 0x20 && low < 0x50);
  const isWide = [0, 1].some((first) =>
    [0, 1].some(
      (high) => longestRun(bytes, first, 2, (at) => isLetter(bytes[at + 1 - high] ?? 0, bytes[at + high] ?? 1)) >= LEAST_TEXT_BYTES,
    ),
  );
  return isWide || holdsUtf8(bytes);
}

const letters = fc.array(fc.constantFrom('a', 'K', 'А', 'Я', 'П', 'ж', 'ё', '№', '–', ' '), { minLength: 8, maxLength: 40 });
const content = fc.oneof(
  letters.map((all) => Buffer.from(all.join(''), 'utf16le')),
  letters.map((all) => Buffer.from(all.join(''), 'utf16le').swap16()),
  letters.map((all) => Buffer.from(all.join(''))),
  fc.uint8Array({ minLength: 60, maxLength: 70 }).map((bytes) => bytes.map((byte) => byte | 0x80)),
  fc.array(fc.constantFrom('a', 'b', ' ', '\n'), { minLength: 10, maxLength: 14 }).map((all) => Buffer.from(all.join(''))),
);
const noise = fc.uint8Array({ maxLength: 30 });
/** As long as sums of packages. */
const sum = fc.uint8Array({ minLength: 64, maxLength: 70 });
const lineWith = (some: fc.Arbitrary<Uint8Array>, beside: fc.Arbitrary<Uint8Array>) =>
  fc
    .tuple(fc.constantFrom('', 'a', 'sha512-', 'x/'), beside, some, beside)
    .map(([before, first, one, last]) => before + Buffer.concat([first, one, last]).toString('base64').replaceAll('=', ''));
const line = lineWith(fc.oneof(content, sum), noise).filter(({ length }) => length >= LEAST_SINGLE_CHARACTERS && length <= MOST_LOOKED_AT);
/** Names of programs are as long, and hold no text as a rule. */
const name = fc.array(fc.constantFrom(...'etaoinsrhlDCUMFPGWY_0123'), { minLength: 15, maxLength: 40 }).map((all) => all.join(''));
const shortLine = fc
  .oneof(lineWith(content, fc.uint8Array({ maxLength: 5 })), name)
  .filter(({ length }) => length >= LEAST_CHARACTERS && length < LEAST_SINGLE_CHARACTERS);

/** Whether the line is found in a text, where the kernel looks at it first. */
function isFound(encoded: string): boolean {
  let found = false;
  const bytes = Buffer.from(`key: ${encoded}\n.`);
  findBase64(bytes, [{ start: 0, end: bytes.length }], () => {
    found = true;
  });
  return found;
}

const inAnyWay = (encoded: string, holds: (bytes: Uint8Array) => boolean): boolean =>
  [0, 1, 2, 3].some((way) => holds(Buffer.from(encoded.slice(way), 'base64')));

describe('a line of base64 that is said to hold no text', () => {
  it.each([
    ['long', line, holdsText],
    ['short', shortLine, holdsShortText],
  ])('holds none in any way of grouping: %s lines', (_, lines, holds) => {
    let empty = 0;
    let full = 0;
    fc.assert(
      fc.property(lines, (encoded) => {
        const isText = inAnyWay(encoded, holds);
        const may = mayHoldAny(Buffer.from(encoded), 0, encoded.length);
        if (isText) full++;
        if (!isFound(encoded)) empty++;
        if (isText) expect([encoded, may, isFound(encoded)]).toEqual([encoded, true, true]);
        if (!may) expect([encoded, isFound(encoded)]).toEqual([encoded, false]);
      }),
      { numRuns: 4000 },
    );
    expect(Math.min(empty, full)).toBeGreaterThan(300);
  });

  it('holds none together with the lines below it', () => {
    let empty = 0;
    let full = 0;
    fc.assert(
      fc.property(
        fc.oneof(line, shortLine),
        fc.integer({ min: LEAST_WRAPPED_CHARACTERS, max: 60 }),
        fc.constantFrom('\n', '\r\n  ', '\\n'),
        (encoded, width, between) => {
          const wrapped = encoded.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${between}`);
          const isText = inAnyWay(encoded, encoded.length < LEAST_SINGLE_CHARACTERS ? holdsShortText : holdsText);
          if (isText) full++;
          if (!isFound(wrapped)) empty++;
          if (isText) expect([wrapped, isFound(wrapped)]).toEqual([wrapped, true]);
        },
      ),
      { numRuns: 4000 },
    );
    expect(Math.min(empty, full)).toBeGreaterThan(300);
  });
});
