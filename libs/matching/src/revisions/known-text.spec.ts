import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { compilePatterns, KnownText, RevisionMatcher } from '../index.ts';
import { eachChunk, HASH_INTS, KEY_BYTES } from './chunks.ts';
import { backOver } from '../encoded/find-base64.ts';
import { bytes, isConcerned, numbered, patterns, tokensAndWords } from './revisions.fixture.ts';

const KEY = randomBytes(KEY_BYTES);
/** As in the kernel. */
const PIECE_BYTES = 65_536;
const LONGEST = 8_192;

interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly hash: string;
}

function chunksOf(text: Uint8Array, key = KEY): Chunk[] {
  const found: Chunk[] = [];
  eachChunk(text, key, (start, end, numbers, at) => {
    found.push({ start, end, hash: [...numbers.subarray(at, at + HASH_INTS)].join(' ') });
  });
  return found;
}

/** NH as RFC 4418 describes it, of a chunk that is padded to whole blocks, with its length. */
function hashOf(chunk: Uint8Array): string {
  const padded = Buffer.alloc(Math.ceil(chunk.length / 32) * 32);
  padded.set(chunk);
  const sum = (at: number, keyAt: number) => BigInt((padded.readUInt32LE(at) + KEY.readUInt32LE(keyAt)) >>> 0);
  const passes = [0, 16, 32, 48].map((shift) => {
    let total = BigInt(chunk.length);
    for (let block = 0; block < padded.length; block += 32)
      for (let word = block; word < block + 16; word += 4) total += sum(word, word + shift) * sum(word + 16, word + 16 + shift);
    return BigInt.asUintN(64, total);
  });
  return passes.flatMap((pass) => [Number(BigInt.asIntN(32, pass)), Number(BigInt.asIntN(32, pass >> 32n))]).join(' ');
}

/** A line behind which a chunk ends, unless it is too short. */
const CHOSEN_LINE = (() => {
  for (let number = 0; ; number++) {
    const line = Buffer.from(`${String(number).padEnd(7, '=')}\n`);
    const [first] = chunksOf(Buffer.concat([Buffer.alloc(400, 'z'), line, Buffer.alloc(400, 'z')]));
    if (first?.end === 400 + line.length) return line;
  }
})();
/** A chunk of its own, wherever it is behind another one. */
const asChunk = (text: Uint8Array): Buffer => Buffer.concat([text, Buffer.alloc(300, 'z'), CHOSEN_LINE]);

const lines = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.nat({ max: 9 }).map((digit) => String(digit).repeat(900 * digit)),
    ),
    { maxLength: 60 },
  )
  .map((some) => Buffer.from(some.join('\n')));

describe('chunks', () => {
  it('are all of a text, end with lines and have the hashes of their bytes', () => {
    fc.assert(
      fc.property(lines, (text) => {
        const found = chunksOf(text);
        expect(Buffer.concat(found.map(({ start, end }) => text.subarray(start, end))).equals(text)).toBe(true);
        for (const { start, end, hash } of found) {
          if (end < text.length) expect(text[end - 1]).toBe(0x0a);
          const chunk = text.subarray(start, end);
          expect(hash).toBe(chunk.length > LONGEST ? Array(HASH_INTS).fill(0).join(' ') : hashOf(chunk));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are the same behind any other text, also across the ends of pieces, and others with another key', () => {
    const text = asChunk(randomBytes(500).fill('\n', 0, 1));
    const [expected] = chunksOf(text);
    for (const before of [300, 1000, PIECE_BYTES - 1200, PIECE_BYTES - 400, PIECE_BYTES, 3 * PIECE_BYTES]) {
      const found = chunksOf(Buffer.concat([asChunk(Buffer.alloc(before, 'other\n')), text, Buffer.alloc(100, 'q')]));
      expect([before, found.some(({ hash }) => hash === expected?.hash)]).toEqual([before, true]);
    }
    expect(chunksOf(text, randomBytes(KEY_BYTES))[0]?.hash).not.toBe(expected?.hash);
  });

  it('end where nothing that is encoded goes on', () => {
    const code = fc
      .tuple(fc.constantFrom('  const a = ', 'and "', '', 'x'), fc.nat(), fc.constantFrom(';', '"', ')', ' ', '\\', ''))
      .map((parts) => parts.join(''));
    const base64 = fc.uint8Array({ minLength: 12, maxLength: 48 }).map((some) => Buffer.from(some).toString('base64').replaceAll('=', ''));
    const lineEnd = fc.constantFrom('\n', '\r\n', '\n    ', '\\n');
    const manyLines = fc.array(fc.tuple(fc.oneof(code, base64), lineEnd), { minLength: 60, maxLength: 200 });
    let ends = 0;
    fc.assert(
      fc.property(manyLines, (some) => {
        const text = Buffer.from(some.flat().join(''));
        for (const { end } of chunksOf(text).slice(0, -1)) {
          ends += 1;
          expect([end, backOver(text, end, 0)]).toEqual([end, end]);
        }
      }),
      { numRuns: 1000 },
    );
    expect(ends).toBeGreaterThan(300);
  });

  it('leave out a line that is longer than a piece', () => {
    const long = Buffer.concat([Buffer.alloc(3 * PIECE_BYTES, 'k'), Buffer.from('\n')]);
    const [before, after] = [asChunk(Buffer.alloc(300, 'first\n')), asChunk(Buffer.alloc(300, 'second\n'))];
    const found = chunksOf(Buffer.concat([before, long, after])).map(({ start, end }) => [start, end]);
    expect(found).toEqual([
      [0, before.length],
      [before.length + long.length, before.length + long.length + after.length],
    ]);
  });
});

/** Documents of the same few chunks and of other text, in any order. */
const documents = fc
  .array(bytes, { minLength: 1, maxLength: 4 })
  .chain((blocks) =>
    fc.array(fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...blocks).map(asChunk) }, bytes), { minLength: 1, maxLength: 8 }), {
      minLength: 2,
      maxLength: 8,
    }),
  )
  .map((all) => all.map((parts) => Buffer.concat(parts)));

function checkAll(all: readonly Pattern[], texts: readonly Uint8Array[]): void {
  const compiled = compilePatterns(all.filter(({ text }) => !text.startsWith('filename:')));
  const memory = KnownText.memoryFor(texts.length);
  const matchers = [0, 1].map(() => new RevisionMatcher(compiled, new KnownText(memory)));
  for (const [at, text] of texts.entries())
    expect([at, matchers[at % 2]?.examine(text, undefined).concerns]).toEqual([at, isConcerned(compiled, text, [])]);
}

const FIRST = 'ab1';
const OTHER = Buffer.from('some other line of a text\n'.repeat(40));

describe('known text', () => {
  it('concerns the same patterns as text that was never seen, in every document and for two threads', () => {
    fc.assert(fc.property(patterns, documents, checkAll), { numRuns: 150 });
  });

  it('concerns the same tokens without a literal', () => {
    fc.assert(fc.property(tokensAndWords, documents, checkAll), { numRuns: 80 });
  });

  it('is what was scanned and is free of literals; the rest is scanned again', () => {
    const compiled = compilePatterns(numbered([{ kind: 'deep', text: FIRST }]));
    const known = new KnownText(KnownText.memoryFor(10));
    const matcher = new RevisionMatcher(compiled, known);
    const [free, used] = [asChunk(OTHER), asChunk(Buffer.from(`a line with ${FIRST} in it\n`.repeat(3)))];
    expect(matcher.examine(Buffer.concat([free, used, free]), undefined).concerns).toBe(true);
    expect(known.copies.count).toBe(0);
    expect(matcher.examine(Buffer.concat([used, free, free]), undefined).concerns).toBe(true);
    const { count, at, length } = known.copies;
    expect([count, at[0], length[0]]).toEqual([1, used.length, 2 * free.length]);
    expect(matcher.examine(Buffer.concat([free, Buffer.from(FIRST)]), undefined).concerns).toBe(true);
    expect(matcher.examine(Buffer.concat([free, Buffer.from('ab')]), undefined).concerns).toBe(false);
  });

  it('is not used where a pattern holds a line end', () => {
    const compiled = compilePatterns(numbered([{ kind: 'regex', text: 'x=\\nyz' }]));
    const known = new KnownText(KnownText.memoryFor(10));
    const matcher = new RevisionMatcher(compiled, known);
    const right = asChunk(Buffer.concat([Buffer.from('yz'), OTHER]));
    // Which line ends a chunk is not known beforehand.
    const lefts = Array.from({ length: 200 }, (_, number) => Buffer.concat([OTHER, Buffer.from(`${String(number).padStart(6)}x=\n`)]));
    const left = lefts.find((one) => chunksOf(Buffer.concat([one, right]))[0]?.end === one.length) ?? Buffer.of();
    for (const text of [Buffer.concat([left, OTHER]), Buffer.concat([asChunk(OTHER), right])])
      expect(matcher.examine(text, undefined).concerns).toBe(false);
    expect(matcher.examine(Buffer.concat([left, right]), undefined).concerns).toBe(true);
    expect(known.copies.count).toBe(0);
  });

  it('forgets text where its table is full, and never takes one text for another', () => {
    const compiled = compilePatterns(numbered([{ kind: 'deep', text: FIRST }]));
    const known = new KnownText(KnownText.memoryFor(0));
    const matcher = new RevisionMatcher(compiled, known);
    const blocks = Array.from({ length: 6_000 }, (_, number) => asChunk(Buffer.from(`${number} of many\n`.repeat(20))));
    expect(blocks.filter((block) => matcher.examine(Buffer.concat([block, block]), undefined).concerns)).toEqual([]);
    const knownOf = (texts: readonly Uint8Array[]): number =>
      texts.filter((text) => {
        known.lookUp(text);
        return known.copies.count > 0;
      }).length;
    expect(knownOf(blocks)).toBeGreaterThan(1000);
    expect(knownOf(blocks)).toBeLessThan(blocks.length);
    expect(knownOf(blocks.map((block) => Buffer.concat([Buffer.from('0'), block])))).toBe(0);
  });
});
