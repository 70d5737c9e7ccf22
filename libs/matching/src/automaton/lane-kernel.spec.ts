import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldedSymbols } from '../text/fold.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { kernelOf } from './lane-kernel.ts';
import { scan } from './scan.ts';
import { MOST_THREADS } from './table-memory.ts';

/** Letters of one, two, three and four bytes, and both cases. */
const LETTERS = ['a', 'b', 'B', 'q', '7', 'я', 'Я', 'ё', '密', '😀', 'é'];
const WORDS = ['abab', 'bbaab', 'яёя', 'q7q', 'aя密', '😀ab', 'éaé'];
/** So many that their table is one of a kernel. */
const OTHERS = Array.from({ length: 4000 }, (_, number) => `x${(number * 7919).toString(36)}-${number}`);
const large = () => buildAutomaton([...WORDS, ...OTHERS].map(foldedSymbols));

function found(automaton: Automaton, text: Uint8Array): string[] {
  const places: string[] = [];
  scan(automaton, text, (literal, start, end) => places.push(`${literal} ${start}-${end}`));
  return places;
}

const piece = fc.oneof(
  fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 12 }).map((letters) => letters.join('')),
  fc.constantFrom(...WORDS, ...OTHERS.slice(0, 20)),
);
const text = fc
  .array(fc.tuple(piece, fc.integer({ min: 1, max: 2000 })), { minLength: 1, maxLength: 8 })
  .map((pieces) => Buffer.from(pieces.map(([one, times]) => one.repeat(times)).join('')));

describe('the kernel of a large table', () => {
  const automaton = large();
  const scripted = { ...automaton, kernel: undefined };

  it('is there, and small tables have none', () => {
    expect(kernelOf(automaton)).toBeDefined();
    expect(kernelOf(scripted)).toBeUndefined();
    expect(kernelOf(buildAutomaton(WORDS.map(foldedSymbols)))).toBeUndefined();
  });

  it('finds what JavaScript finds, in the same order', () => {
    let hits = 0;
    fc.assert(
      fc.property(text, fc.nat({ max: 3 }), (bytes, before) => {
        const moved = Buffer.concat([Buffer.alloc(before), bytes]).subarray(before);
        const places = found(automaton, moved);
        hits += places.length;
        expect(places).toEqual(found(scripted, moved));
      }),
      { numRuns: 300 },
    );
    expect(hits).toBeGreaterThan(1000);
  });

  it('finds a word at each byte of a text', () => {
    const one = buildAutomaton(['a', ...OTHERS].map(foldedSymbols));
    expect(kernelOf(one)).toBeDefined();
    expect(found(one, Buffer.alloc(50_000, 'a'))).toEqual(Array.from({ length: 50_000 }, (_, at) => `0 ${at}-${at + 1}`));
  });

  it('has a part of its own memory for each thread, and leaves the rest to JavaScript', () => {
    const shared = large();
    const bytes = Buffer.from(`${'.'.repeat(3000)}${WORDS.join(' ')}`.repeat(20));
    const wanted = found({ ...shared, kernel: undefined }, bytes);
    // A copy is what another thread gets: its table is the same memory.
    const kernels = Array.from({ length: MOST_THREADS + 2 }, () => {
      const copy = { ...shared };
      expect(found(copy, bytes)).toEqual(wanted);
      return kernelOf(copy);
    });
    expect(kernels.filter((kernel) => kernel !== undefined)).toHaveLength(MOST_THREADS);
  });
});
