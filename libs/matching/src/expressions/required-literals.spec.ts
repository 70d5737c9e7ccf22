import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { requiredLiterals } from '../index.ts';
import { anyExpression, anyText } from './expressions.fixture.ts';

function texts(expression: string): string[] {
  return requiredLiterals(expression).map((literal) => literal.text);
}

describe('requiredLiterals', () => {
  it.each<[string, string[]]>([
    ['AKIA[0-9A-Z]{16}', ['AKIA']],
    ['corp[.]com', ['corp.com']],
    ['corp\\.com', ['corp.com']],
    ['corp.com', ['corp', 'com']],
    ['(?:secret)_(key|token)=', ['secret_']],
    ['(my_key|my_key_id)=abc', ['my_key', '=abc']],
    ['abx+cde', ['abx', 'xcde']],
    ['(abc){2}d', ['abcabcd']],
    ['(abc)?def', ['def']],
    ['(abc)*', []],
    ['ab|cdef', []],
    ['^token$', ['token']],
    ['\\Qa.b*\\E[0-9]', ['a.b*']],
    ['\\x41\\x{42}\\103', ['ABC']],
    ['a{3}', ['aaa']],
    ['пароль=', ['пароль=']],
    ['(?i)apikey=', ['api', 'ey=']],
    ['(?i)парольный', ['пар', 'льный']],
    ['(?i:ab)cd(?-i)', ['abcd']],
    ['x(?i)abc|abcd', []],
    ['ab', []],
    ['[a-z]{3}', []],
    ['(abc', []],
    ['(?=abc)abc', []],
    ['[[:alpha:]]abc[^]]', ['abc']],
    ['a\\u0041bc', []],
    ['key{1,2}x{,3}', ['key', 'yx{,3}']],
  ])('of %j are %j', (expression, wanted) => {
    expect(texts(expression)).toEqual(wanted);
  });

  it('ignore case where the expression does', () => {
    expect(requiredLiterals('(?i:url)=[a-z]+&abc')).toEqual([
      { text: 'url=', ignoreCase: true },
      { text: '&abc', ignoreCase: false },
    ]);
  });

  it('are contained in every match that the engine finds', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyExpression, anyText, ({ expression, sample }, noise) => {
        const literals = requiredLiterals(expression);
        const matcher = RE2JS.compile(expression).matcher(noise + sample + noise);
        while (matcher.find()) {
          const match = matcher.group() ?? '';
          for (const { text, ignoreCase } of literals) {
            seen++;
            expect(ignoreCase ? match.toLowerCase() : match).toContain(ignoreCase ? text.toLowerCase() : text);
          }
        }
      }),
      { numRuns: 700 },
    );
    // The generators must really bring matches with literals, or nothing was tested.
    expect(seen).toBeGreaterThan(100);
  });
});
