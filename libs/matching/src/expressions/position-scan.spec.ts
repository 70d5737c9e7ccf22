import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { anyExpression, anyText } from './expressions.fixture.ts';
import { parseExpression } from './parse.ts';
import { hasFewStates, islandsOf, type PositionScan, preparePositions } from './position-scan.ts';
import { MAX_POSITIONS, positionsOf } from './positions.ts';

function placesOf(expression: string): PositionScan | null {
  const parsed = parseExpression(expression);
  const positions = parsed.ok ? positionsOf(parsed.node) : null;
  return positions === null ? null : preparePositions(positions);
}

const standsIn = (places: PositionScan, text: Uint8Array): boolean => islandsOf(places, text).next().done !== true;

/** Expressions that bytes alone decide. */
const exactExpression = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', '[ab]', '[^a]', '(?:ab|c)', '(?:a|b[a-c])', '(?i:B)', '(?:a?b){1,2}', '(?:ab{0,3}){2}'),
      fc.constantFrom('', '*', '+', '?', '{2}', '{0,3}', '{2,40}', '{3,}'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.map(([part, times]) => (times === '' ? part : `(?:${part})${times}`)).join(''));

const shortText = fc.array(fc.constantFrom('a', 'b', 'c', 'B', 'x'), { maxLength: 90 }).map((letters) => letters.join(''));

describe('the positions of an expression', () => {
  it('leave out no match of the engine, and cut none', () => {
    let found = 0;
    fc.assert(
      fc.property(anyExpression, anyText, fc.uint8Array({ maxLength: 4 }), ({ expression, sample }, around, noise) => {
        const places = placesOf(expression);
        const bytes = Buffer.concat([Buffer.from(around), noise, Buffer.from(sample + around)]);
        const matcher = RE2JS.compile(expression).matcher(bytes);
        if (places === null || !matcher.find()) return;
        found++;
        const islands = [...islandsOf(places, bytes)];
        do expect(islands.some(({ start, end }) => start <= matcher.start() && matcher.end() <= end)).toBe(true);
        while (matcher.find());
      }),
      { numRuns: 1500 },
    );
    expect(found).toBeGreaterThan(300);
  });

  it('match nothing else where bytes alone decide', () => {
    const seen = { found: 0, absent: 0 };
    fc.assert(
      fc.property(exactExpression, shortText, (expression, text) => {
        const places = placesOf(expression);
        if (places === null) return;
        const stands = standsIn(places, Buffer.from(text));
        seen[stands ? 'found' : 'absent']++;
        expect(stands).toBe(RE2JS.compile(expression).test(Buffer.from(text)));
      }),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.found, seen.absent)).toBeGreaterThan(50);
  });

  it('are not built for an expression that matches the empty text or needs too many', () => {
    expect(placesOf('a*')).toBeNull();
    expect(placesOf(`[ab]{${MAX_POSITIONS + 1}}`)).toBeNull();
    expect(placesOf(`[ab]{${MAX_POSITIONS}}`)).not.toBeNull();
  });

  it.each([
    ['[a-f0-9]{200,300}z', true],
    ['(a|aa)+%', true],
    ['(.*)(.*)(.*)[=]secret', true],
    ['[ab]*a[ab]{14}c', false],
    ['k[a-z]{3}[^ ]{30}k', false],
  ])('%s has few states: %s', (expression, few) => {
    const places = placesOf(expression);
    expect(places === null ? null : hasFewStates(places, 500)).toBe(few);
  });
});
