import { expect, test } from '@jest/globals';
import { tryExpression } from './try-expression.ts';

test('matches are positions in the sample, also after characters of several bytes', () => {
  const sample = 'Ключ 🔑: BILL-12345678, BILL-87654321';
  const { reason, literals, matches } = tryExpression({ expression: 'BILL-[0-9]{8}', sample });
  expect([reason, literals]).toEqual([null, ['BILL-']]);
  expect(matches.map(({ start, end }) => sample.slice(start, end))).toEqual(['BILL-12345678', 'BILL-87654321']);
});

test('an expression without a literal part runs on streams only', () => {
  expect(tryExpression({ expression: '[0-9]{8}', sample: '12345678' })).toEqual({
    reason: null,
    literals: [],
    matches: [{ start: 0, end: 8 }],
  });
});

test.each([
  ['', 'expression_empty'],
  ['/abc/i', 'expression_delimiters'],
  ['(abc', 'expression_syntax'],
  ['(?=abc)x', 'expression_lookaround'],
  ['(a)\\1', 'expression_backreference'],
  ['x*', 'expression_matches_empty'],
])('%j is refused', (expression, reason) => {
  expect(tryExpression({ expression, sample: 'abc' })).toEqual({ reason, literals: [], matches: [] });
});
