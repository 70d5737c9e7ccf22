import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ObjectMemory } from './object-memory.ts';
import { PackError } from './pack-error.ts';

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 0x80, ...varint(Math.floor(value / 128))]);
const copyOf = (from: number, size: number) => [
  0xff,
  ...[0, 8, 16, 24].map((shift) => (from >>> shift) & 0xff),
  ...[0, 8, 16].map((shift) => (size >>> shift) & 0xff),
];
const insertOf = (length: number) => [length, ...Array.from({ length }, (_, at) => (7 * at + length) & 0xff)];

/** Instructions for a base of `size` bytes; copies may be longer than the base, or go on where the last one ended. */
const instructions = (size: number) =>
  fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.tuple(fc.nat(size), fc.nat(70)).map(([from, length]) => copyOf(from, Math.min(length, size - from) || 1)),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.nat(size), fc.nat(size)).map(([from, length]) => copyOf(from, Math.min(length, size - from) || 1)),
      },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 127 }).map(insertOf) },
    ),
    { maxLength: 40 },
  );

const resultSize = (parts: readonly number[][]) =>
  parts.reduce(
    (sum, [first = 0, , , , , low = 0, middle = 0, high = 0]) => sum + (first < 0x80 ? first : low + 256 * middle + 65_536 * high),
    0,
  );

/** A base and a delta of it; in the second half of the cases some bytes of the delta are wrong. */
const deltas = fc.integer({ min: 1, max: 3_000 }).chain((size) =>
  fc.record({
    base: fc.uint8Array({ minLength: size, maxLength: size }),
    parts: instructions(size),
    damage: fc.oneof(fc.constant([]), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 })),
    cut: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(9) }),
  }),
);

/** What an object is made of, its bytes and the ranges; or what is wrong with the delta. */
function outcome(memory: ObjectMemory, delta: Uint8Array, base: Uint8Array) {
  try {
    const bytes = memory.applied(delta, base, (size) => {
      if (size > 1_000_000) throw new PackError('over_bound', 'too large');
    });
    const { at, from, length, count, isCut } = memory.copies;
    return { bytes: Buffer.from(bytes), ranges: [at, from, length].map((numbers) => [...numbers.subarray(0, count)]), isCut };
  } catch (error) {
    if (error instanceof PackError) return error.message;
    throw error;
  }
}

const placed = (memory: ObjectMemory, bytes: Uint8Array): Uint8Array => {
  const place = memory.take(bytes.length);
  place.set(bytes);
  return place;
};

describe('objects that deltas make', () => {
  it('are the same with the kernel as without it, as is what is said of damaged deltas', () => {
    const memory = ObjectMemory.open();
    const faults = new Set<string>();
    fc.assert(
      fc.property(deltas, ({ base, parts, damage, cut }) => {
        memory.reset();
        const delta = Buffer.from([...varint(base.length), ...varint(resultSize(parts)), ...parts.flat()]);
        for (const [at, byte] of damage) delta[at % delta.length] = byte;
        const given = delta.subarray(0, delta.length - cut);
        const plain = outcome(memory, given, base);
        const quick = outcome(memory, placed(memory, given), placed(memory, base));
        expect(quick).toEqual(plain);
        if (typeof quick === 'string') faults.add(quick);
      }),
      { numRuns: 3_000 },
    );
    expect(faults.size).toBeGreaterThan(3);
    memory.close();
  });

  it('with more copies than are followed say so, and are whole', () => {
    const memory = ObjectMemory.open();
    const base = Buffer.from('abcdefgh');
    const parts = Array.from({ length: 70_000 }, (_, n) => copyOf((3 * n) % 7, 1));
    const delta = Buffer.from([...varint(base.length), ...varint(parts.length), ...parts.flat()]);
    const plain = outcome(memory, delta, base);
    expect(outcome(memory, placed(memory, delta), placed(memory, base))).toEqual(plain);
    expect(plain).toMatchObject({ isCut: true });
    memory.close();
  });

  it('are made at the end of the memory, and in memory of their own when it is full', () => {
    const memory = ObjectMemory.open();
    const base = Buffer.alloc(1024, 'b');
    const delta = Buffer.from([...varint(1024), ...varint(1024), ...copyOf(0, 1024)]);
    const buffers = new Set<ArrayBufferLike>();
    for (let n = 0; n < 40_000; n++) {
      const piece = memory.take(1024);
      buffers.add(piece.buffer);
      piece.set(base);
      if (n % 1_000 !== 0 && n < 32_760) continue;
      expect(outcome(memory, placed(memory, delta), piece)).toMatchObject({ bytes: base });
    }
    expect(buffers.size).toBeGreaterThan(1_000);
    memory.close();
  });
});

it('memory that is given back is used again, and the memory of a walk that is over by the next one', () => {
  const memory = ObjectMemory.open();
  const piece = memory.take(5_000);
  memory.give(piece.subarray(0, 4_999));
  expect(memory.take(6_000).byteOffset).toBe(piece.byteOffset);
  expect(memory.take(6_000).byteOffset).not.toBe(piece.byteOffset);
  memory.close();
  const next = ObjectMemory.open();
  expect(next).toBe(memory);
  expect(next.take(5_000).byteOffset).toBe(piece.byteOffset);
  next.close();
});
