import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { MAX_SPANS, checkExpression, compilePatterns } from '../index.ts';
import { anyExpression, anyText } from './expressions.fixture.ts';

interface Found {
  readonly start: number;
  readonly end: number;
}

/** What the engine finds by itself in the whole text, by bytes. */
function wholeText(expression: string, bytes: Uint8Array): Found[] {
  const found: Found[] = [];
  const matcher = RE2JS.compile(expression).matcher(bytes);
  while (found.length < MAX_SPANS && matcher.find()) {
    if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end() });
  }
  return found;
}

/** What the product finds in the bytes themselves: the engine does not decode. A filler may say something as base64, other bytes than UTF-8 something in another encoding. */
function compiled(expression: string, bytes: Uint8Array): readonly Found[] {
  const [match] = compilePatterns([{ id: 'a', kind: 'regex', text: expression }]).match({ bytes });
  return (match?.spans ?? []).filter(({ inside, encoding }) => inside === undefined && encoding === undefined);
}

/**
 * Expressions that people can save. One that matches the empty text is refused: in a long text its matches of nothing use up the budget, and
 * later places are left out.
 */
const savedExpression = anyExpression.filter(({ expression }) => checkExpression(expression).ok);

describe('an expression, searched around its literals,', () => {
  it('finds what the engine finds in the whole text', () => {
    let windowed = 0;
    fc.assert(
      fc.property(anyExpression, anyText, anyText, ({ expression, sample }, first, second) => {
        const bytes = Buffer.from(`${first}${sample}${second.repeat(4)}${first}${sample}${second}${sample}`);
        const found = compiled(expression, bytes);
        windowed += found.length;
        expect(found).toEqual(wholeText(expression, bytes));
      }),
      { numRuns: 400 },
    );
    expect(windowed).toBeGreaterThan(100);
  });

  it('finds the same in long texts, where the automaton is asked first', () => {
    let found = 0;
    fc.assert(
      fc.property(savedExpression, anyText, anyText, fc.boolean(), ({ expression, sample }, first, second, atEnd) => {
        const filler = `${first} ${second}\n`.repeat(Math.ceil(5000 / (first.length + second.length + 2)));
        const bytes = Buffer.from(atEnd ? `${filler}${sample}` : `${sample}${second}${filler}${sample}\n${filler}`);
        const spans = compiled(expression, bytes);
        found += spans.length;
        expect(spans).toEqual(wholeText(expression, bytes));
      }),
      { numRuns: 150 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('finds the same in bytes that are no text', () => {
    fc.assert(
      fc.property(anyExpression, fc.uint8Array({ maxLength: 6 }), anyText, ({ expression, sample }, noise, text) => {
        const bytes = Buffer.concat([Buffer.from([0]), noise, Buffer.from(sample), noise, Buffer.from(text + sample), noise]);
        expect(compiled(expression, bytes)).toEqual(wholeText(expression, bytes));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a hostile expression is refused or finds what a plain reading finds', () => {
  const long = 'a'.repeat(20_000);
  const hex = '0f'.repeat(150);

  it.each<[string, string, Found | null]>([
    ['(a+)+$', `${long}!`, null],
    ['(a+)+$', long, { start: 0, end: 20_000 }],
    ['(a|a)*b', `${long}c`, null],
    ['(a|a)*b', `${long}b`, { start: 0, end: 20_001 }],
    ['(a|aa)+$', `${long}!`, null],
    ['([a-z]+)*[0-9]', `${long}!`, null],
    ['.*.*.*x', long, null],
    ['.*.*.*x', `${long}x`, { start: 0, end: 20_001 }],
    ['(.*)*y', long, null],
    ['((a{0,20}){0,20})b', long, null],
    ['[a-f0-9]{200,300}', `-${hex}-`, { start: 1, end: 301 }],
    ['[a-f0-9]{200,300}', `-${hex.slice(0, 199)}-`, null],
    ['[ab]*a[ab]{14}c', `${'aab'.repeat(5000)}d`, null],
    ['[ab]*a[ab]{14}c', `${'aab'.repeat(5000)}c`, { start: 0, end: 15_001 }],
    ['(x+x+)+y', `${'x'.repeat(5000)}y`, { start: 0, end: 5001 }],
  ])('%j', (expression, text, wanted) => {
    const check = checkExpression(expression);
    const found = compiled(expression, Buffer.from(text));
    if (check.ok) expect(found[0] ?? null).toEqual(wanted);
    else expect(check.code).toBe('expression_too_costly');
  });
});
