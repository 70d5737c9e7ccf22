import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LEAST_CHARACTERS } from './base64-alphabet.ts';
import { eachRun } from './base64-runs.ts';

/** As in the kernel. */
const PIECE_BYTES = 65_536;

const RUN = /[A-Za-z0-9+/_-]{15,}/g;

function found(text: Uint8Array, from = 0, to = text.length): string[] {
  const runs: string[] = [];
  eachRun(text, [{ start: from, end: to }], (start, end) => runs.push(`${start}-${end}`));
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

  it('finds in areas what it finds in each of them alone, and says where the area of a run ends', () => {
    const lengths = fc.array(fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 300 }), fc.integer({ min: 4_000, max: 4_200 })), {
      maxLength: 60,
      size: 'max',
    });
    fc.assert(
      fc.property(text, lengths, fc.nat({ max: 3 }), (bytes, sizes, between) => {
        const repeated = Buffer.alloc(
          sizes.reduce((sum, size) => sum + size + between, 0),
          bytes.length === 0 ? '.' : bytes,
        );
        let at = 0;
        const areas = sizes.map((size) => {
          const area = { start: at, end: at + size };
          at += size + between;
          return area;
        });
        const together: string[] = [];
        eachRun(repeated, areas, (start, end, isPossible, to) => together.push(`${start}-${end} ${isPossible} ${to}`));
        const alone: string[] = [];
        for (const area of areas)
          eachRun(repeated, [area], (start, end, isPossible) => alone.push(`${start}-${end} ${isPossible} ${area.end}`));
        expect(together).toEqual(alone);
        expect(alone.length).toBe(areas.reduce((sum, { start, end }) => sum + naive(repeated.subarray(start, end)).length, 0));
      }),
      { numRuns: 300 },
    );
  });
});
