import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LEAST_CHARACTERS } from './base64-alphabet.ts';
import { eachRun } from './base64-runs.ts';

/** As in the kernel. */
const PIECE_BYTES = 65_536;

const RUN = /[A-Za-z0-9+/_-]{15,}/g;

function found(text: Uint8Array, from = 0, to = text.length): string[] {
  const runs: string[] = [];
  eachRun(text, from, to, (start, end) => runs.push(`${start}-${end}`));
  return runs;
}

const naive = (text: Uint8Array): string[] =>
  [...Buffer.from(text).toString('latin1').matchAll(RUN)].map(({ 0: run, index }) => `${index}-${index + run.length}`);

/** Bytes of every value, with runs of about the shortest length, of about 64 bytes and of hundreds. */
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.constantFrom(...'AZaz09+/-_').chain((character) => fc.integer({ min: 1, max: 400 }).map((length) => Buffer.alloc(length, character))),
  fc.integer({ min: LEAST_CHARACTERS - 2, max: LEAST_CHARACTERS + 2 }).map((length) => Buffer.alloc(length, 'q')),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => Buffer.concat(pieces));

describe('eachRun', () => {
  it('finds the runs that a regular expression finds, wherever the text begins in memory', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 17 }), (bytes, before) => {
        const moved = Buffer.concat([Buffer.alloc(before, ' '), bytes]).subarray(before);
        expect(found(moved)).toEqual(naive(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('distinguishes every byte of the alphabet from all others', () => {
    for (let byte = 0; byte < 256; byte++) {
      const run = Buffer.alloc(40, byte);
      expect([byte, found(run)]).toEqual([byte, naive(run)]);
    }
  });

  it('finds runs across the ends of pieces, and one that is longer than several', () => {
    for (const before of [0, 1, PIECE_BYTES - 100, PIECE_BYTES - LEAST_CHARACTERS, PIECE_BYTES - 1, PIECE_BYTES])
      for (const length of [LEAST_CHARACTERS - 1, LEAST_CHARACTERS, 100, PIECE_BYTES, 3 * PIECE_BYTES]) {
        const bytes = Buffer.concat([Buffer.alloc(before, '. '), Buffer.alloc(length, 'k'), Buffer.from(' and later sixteenCharacters')]);
        expect([before, length, found(bytes)]).toEqual([before, length, naive(bytes)]);
      }
  });

  it('reads nothing outside of its area', () => {
    const bytes = Buffer.from('aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb cccccccccccccccc');
    expect(found(bytes, 16, 33)).toEqual(['17-33']);
    expect(found(bytes, 17, 17 + LEAST_CHARACTERS - 1)).toEqual([]);
  });

  it('may be called while it reports', () => {
    const bytes = Buffer.from('firstSixteenCharacters secondSixteenCharacters');
    const runs: number[] = [];
    eachRun(bytes, 0, bytes.length, (start) => {
      eachRun(Buffer.alloc(500, 'x'), 0, 500, () => undefined);
      runs.push(start);
    });
    expect(runs).toEqual([0, 23]);
  });
});
