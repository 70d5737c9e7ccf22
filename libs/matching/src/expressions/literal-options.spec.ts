import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { foldedSymbols } from '../text/fold.ts';
import { anyExpression, anyText } from './expressions.fixture.ts';
import { literalOptionsOf, MAX_OPTIONS } from './literal-options.ts';
import { parseExpression } from './parse.ts';

function optionsOf(expression: string): readonly string[] {
  const parsed = parseExpression(expression);
  return parsed.ok ? literalOptionsOf(parsed.node) : [];
}

describe('literalOptionsOf', () => {
  it.each<[string, string[]]>([
    ['gh[pours]_[A-Za-z0-9]{36}', ['gho_', 'ghp_', 'ghr_', 'ghs_', 'ghu_']],
    ['\\bA(?:BIA|CCA)[A-Z2-7]{16}\\b', ['ABIA', 'ACCA']],
    ['(?:AKCp[a-z]{8}|cmVmd[a-z]{9})', ['AKCp', 'cmVmd']],
    ['(?i)token=', ['token=', 'to\u212aen=']],
    ['[Pp]assword', ['password']],
    ['(?:secret|passwd)[0-9]+', ['secret', 'passwd']],
    ['(?:abc|abcd)x?', ['abc']],
    ['x(?:abc|def)+y', ['abc', 'def']],
    ['(?:colou?r|gr[ae]y)', ['color', 'colour', 'gray', 'grey']],
    ['(?:abc|[0-9]{8})', []],
    ['(?:abc)?(?:def)?', []],
    ['ab|cdef', []],
    ['[0-9a-f]{32}', []],
    ['(?:ab|cd)(?:ef|gh)', ['abef', 'abgh', 'cdef', 'cdgh']],
    ['(?:\\bpassword\\b|^пароль$)', ['password', 'пароль']],
  ])('of %j are %j', (expression, wanted) => {
    expect([...optionsOf(expression)].sort()).toEqual([...wanted].sort());
  });

  it('hold one that is in each match, as the table reads it', () => {
    let seen = 0;
    fc.assert(
      fc.property(fc.array(anyExpression, { minLength: 1, maxLength: 3 }), anyText, (options, noise) => {
        const expression = options.map((option) => option.expression).join('|');
        const texts = optionsOf(expression).map(foldedSymbols);
        expect(texts.length).toBeLessThanOrEqual(MAX_OPTIONS);
        if (texts.length === 0) return;
        const matcher = RE2JS.compile(expression).matcher(noise + options.map(({ sample }) => sample).join(noise) + noise);
        while (matcher.find()) {
          seen++;
          const match = foldedSymbols(matcher.group() ?? '');
          expect(texts.some((text) => match.includes(text))).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
    // The generators must really bring matches, or nothing was tested.
    expect(seen).toBeGreaterThan(100);
  });
});
