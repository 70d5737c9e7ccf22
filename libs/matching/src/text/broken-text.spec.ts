import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BrokenText, brokenText } from './broken-text.ts';
import { sequenceLength } from './detect-encoding.ts';
import type { Span } from './spans.ts';

const LEAST_RUN = 64;
const AROUND = 4096;

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.uint8Array({ maxLength: 100 }) },
  { weight: 2, arbitrary: fc.nat({ max: 150 }).map((length) => Buffer.alloc(length, 'text ')) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 12_000 }).map((length) => Buffer.alloc(length, 'text ')) },
  { weight: 2, arbitrary: fc.constantFrom('é', 'пароль', '\0', '\u0001', '😀').map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constantFrom([0xff], [0xe9, 0x20], [0xcf, 0xe0], [0x80]).map((bytes) => Buffer.from(bytes)) },
);
const gaps = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 300 }), length: fc.integer({ min: 1, max: 200 }) }), { maxLength: 8 });

/** By place: what certainly belongs to a part, and what may. */
interface Expected {
  readonly must: Buffer;
  readonly may: Buffer;
}

function expected(bytes: Uint8Array, utf16: readonly Span[], isBinary: boolean): Readonly<Record<keyof BrokenText, Expected>> {
  const marks = () => ({ must: Buffer.alloc(bytes.length), may: Buffer.alloc(bytes.length) });
  const marked = { broken: marks(), wellFormed: marks() };
  const stretchAt = (at: number) => utf16.find(({ start, end }) => start <= at && at < end);
  const isControl = (byte: number) => (isBinary ? byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b].includes(byte) : byte === 0);
  const isText = (at: number) => at >= 0 && at < bytes.length && (!isControl(bytes[at] ?? 0) || stretchAt(at) !== undefined);
  let run = { start: 0, end: 0 };
  for (let at = 0; at < bytes.length; at++) {
    if (at >= run.end) {
      run = { start: at, end: at };
      while (isText(run.end)) run.end++;
    }
    const stretch = stretchAt(at);
    if (stretch !== undefined) at = stretch.end - 1;
    else if ((bytes[at] ?? 0) >= 0x80) {
      const length = sequenceLength(bytes, at);
      const { must, may } = length === 0 ? marked.broken : marked.wellFormed;
      if (run.end - run.start >= LEAST_RUN || run.end - run.start === bytes.length) {
        must.fill(1, Math.max(run.start, at - AROUND), Math.min(run.end, at + AROUND + 1));
        may.fill(1, Math.max(run.start, at - AROUND), Math.min(run.end, at + 2 * AROUND + 1));
      }
      at += Math.max(1, length) - 1;
    }
  }
  return marked;
}

it('finds what is around the bytes of each kind in a run of text', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30, size: 'max' }), gaps, fc.boolean(), (pieces, stretches, isBinary) => {
      const bytes = Buffer.concat(pieces);
      let last = 0;
      const utf16: Span[] = [];
      for (const { gap, length } of stretches) {
        const start = last + gap;
        last = start + length;
        if (last <= bytes.length) utf16.push({ start, end: last });
      }
      const found = brokenText(bytes, utf16, isBinary);
      const want = expected(bytes, utf16, isBinary);
      for (const kind of ['broken', 'wellFormed'] as const) {
        const { must, may } = want[kind];
        const parts = Buffer.alloc(bytes.length);
        for (const { start, end } of found[kind]) parts.fill(1, start, end);
        expect(parts.findIndex((isFound, at) => isFound < (must[at] ?? 0) || isFound > (may[at] ?? 0))).toBe(-1);
      }
    }),
    { numRuns: 300 },
  );
});
