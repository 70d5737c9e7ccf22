import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { MAX_SPANS, compilePatterns } from '../index.ts';
import { anyExpression, anyText, type GeneratedExpression } from './expressions.fixture.ts';
import { type FirstBytes, firstBytesOf, partsWithMatches } from './first-bytes.ts';
import { matchLengths } from './lengths.ts';
import { parseExpression } from './parse.ts';
import { positionsOf } from './positions.ts';

const CONTEXT_BYTES = 4;

interface Prepared {
  readonly first: FirstBytes | null;
  readonly matchBytes: number;
}

function prepare(expression: string): Prepared {
  const parsed = parseExpression(expression);
  const positions = parsed.ok ? positionsOf(parsed.node) : null;
  return { first: positions && firstBytesOf(positions), matchBytes: parsed.ok ? matchLengths(parsed.node).maxBytes : Infinity };
}

/** What the engine finds by itself in the whole text, by bytes. */
function wholeText(expression: string, bytes: Uint8Array): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const matcher = RE2JS.compile(expression).matcher(bytes);
  while (found.length < MAX_SPANS && matcher.find())
    if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end() });
  return found;
}

/** Parts of tokens: most expressions of these have no literal, and beginnings of eight bytes and more. */
const tokenPart = fc.constantFrom<GeneratedExpression>(
  { expression: '[12]/', sample: '1/' },
  { expression: '[0-9]{4,6}', sample: '01201' },
  { expression: '[a-c0-2]{9}', sample: 'ab01c2ba0' },
  { expression: '(?:[ab]{2}|c[01]{3})', sample: 'c011' },
  { expression: '(?i:[k-m]{2})', sample: '\u212aL' },
  { expression: '(?:[0-2]{3}:)?', sample: '012:' },
  { expression: '[^a]{3}', sample: '1яb' },
  { expression: '[ab]{1,40}', sample: 'abba' },
  { expression: '.', sample: 'a' },
);
const token = fc
  .tuple(fc.constantFrom('', '\\b', '^', '(?m)^'), fc.array(tokenPart, { minLength: 2, maxLength: 6 }), fc.constantFrom('', '\\b', '$'))
  .map(([start, parts, end]) => ({
    expression: `${start}${parts.map(({ expression }) => expression).join('')}${end}`,
    sample: parts.map(({ sample }) => sample).join(''),
  }));
/** Tokens, parts of tokens that overlap with others, and what stands between them. */
const textAround = ({ sample }: GeneratedExpression) =>
  fc
    .array(
      fc.oneof(
        fc.constant(sample),
        fc.nat(sample.length).map((length) => sample.slice(0, length)),
        fc.nat(sample.length).map((length) => sample.slice(length)),
        anyText,
        fc.constantFrom(' ', '\n', 'z'.repeat(300), '01'.repeat(40)),
      ),
      { maxLength: 12 },
    )
    .map((parts) => Buffer.from(parts.join('')));
const made = fc
  .oneof({ weight: 3, arbitrary: token }, anyExpression)
  .chain((one) => fc.record({ one: fc.constant(one), bytes: textAround(one), noise: fc.uint8Array({ maxLength: 4 }) }));

describe('the first bytes of an expression', () => {
  it('leave out no match', () => {
    let narrowed = 0;
    fc.assert(
      fc.property(made, ({ one: { expression }, bytes, noise }) => {
        const { first, matchBytes } = prepare(expression);
        const text = Buffer.concat([bytes, noise, bytes]);
        if (first === null) return;
        const parts = partsWithMatches(first, text, matchBytes, CONTEXT_BYTES);
        const found = wholeText(expression, text);
        narrowed += found.length;
        for (const { start, end } of found) expect(parts.some((part) => part.start <= start && end <= part.end)).toBe(true);
        for (const [at, part] of parts.entries()) expect(part.start).toBeGreaterThan(parts[at - 1]?.end ?? -1);
      }),
      { numRuns: 1500 },
    );
    expect(narrowed).toBeGreaterThan(300);
  });

  it('lead a search to what the engine finds in the whole text', () => {
    let found = 0;
    fc.assert(
      fc.property(made, ({ one: { expression }, bytes }) => {
        const [match] = compilePatterns([{ id: 'a', kind: 'regex', text: expression }]).match({ bytes });
        const wanted = wholeText(expression, bytes);
        found += wanted.length;
        // The engine does not decode: what the filler says as base64 is no match of the text.
        expect((match?.spans ?? []).filter(({ inside }) => inside === undefined)).toEqual(wanted);
      }),
      { numRuns: 1000 },
    );
    expect(found).toBeGreaterThan(300);
  });

  it('are not known where a match is short, or may be nothing', () => {
    expect(prepare('[ab]{7}').first).toBeNull();
    expect(prepare('(?:[ab]{20})?').first).toBeNull();
    expect(prepare('(?:[ab]{20}|[cd]{8})').first?.length).toBe(8);
    expect(prepare('[ab]{200}').first?.length).toBe(32);
  });

  it('give up in a text that is too much like them', () => {
    const { first, matchBytes } = prepare('[ab]{20}[01]');
    if (first === null) throw new Error('its first bytes are known');
    const filler = Buffer.from('z'.repeat(2000));
    const alike = Buffer.from('ab'.repeat(2000));
    expect(partsWithMatches(first, Buffer.concat([filler, filler]), matchBytes, CONTEXT_BYTES)).toEqual([]);
    const text = Buffer.concat([filler, alike, filler]);
    const [part, ...others] = partsWithMatches(first, text, matchBytes, CONTEXT_BYTES);
    expect(others).toEqual([]);
    expect(part?.start).toBeGreaterThan(filler.length - 30);
    expect(part?.end).toBe(text.length);
  });
});
