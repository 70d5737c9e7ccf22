import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentedEngine, inflate, reusedEngine } from './inflate.ts';
import { PackError } from './pack-error.ts';

const texts = fc.oneof(
  fc.uint8Array({ maxLength: 3_000 }),
  fc.string({ maxLength: 2_000 }).map((text) => Buffer.from(text.repeat(20))),
);

describe('inflating', () => {
  it('with a state of zlib that is used again gives what the documented call gives, also after damaged data', () => {
    const reused = reusedEngine();
    if (reused === undefined) throw new Error('this Node has other streams of zlib: every object takes the documented call');
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 }),
        fc.integer({ min: -3, max: 3 }),
        (text, damage, more) => {
          const compressed = deflateSync(text);
          for (const [at, byte] of damage) compressed[at % compressed.length] = byte;
          const length = Math.max(1, text.length + 1 + more);
          const [quick, plain] = [Buffer.alloc(length), Buffer.alloc(length)];
          // A room that is full is refused as damaged data are: it has one byte more than the data should need.
          const [left, expected] = [reused(compressed, quick), documentedEngine(compressed, plain)].map((bytes) => bytes || 'refused');
          expect(left).toBe(expected);
          if (left !== 'refused') expect(quick.equals(plain)).toBe(true);
          seen.add(left === 'refused' ? left : 'whole');
        },
      ),
      { numRuns: 3_000 },
    );
    expect([...seen].toSorted()).toEqual(['refused', 'whole']);
  });

  it('ignores what follows the data, and refuses data of another size', () => {
    const compressed = Buffer.concat([deflateSync(Buffer.from('text')), Buffer.from('what follows')]);
    expect(Buffer.from(inflate(compressed, 4)).toString()).toBe('text');
    for (const size of [0, 3, 5, 100]) expect(() => inflate(compressed, size)).toThrow(PackError);
    expect(() => inflate(compressed.subarray(0, 8), 4)).toThrow('cannot be inflated');
    expect(inflate(deflateSync(Buffer.of()), 0)).toHaveLength(0);
  });
});
