import { afterAll, expect, test } from '@jest/globals';
import { MatchingPool } from './matching-pool.ts';
import { tryExpression } from './try-expression.ts';

const SAMPLE_CHARACTERS = 20_000;
const pool = new MatchingPool({ threads: 1 });
afterAll(() => pool.close());
const attempt = (expression: string, sample: string) => tryExpression(pool, 'anybody', expression, sample);

test('matches are positions in the sample, also after characters of several bytes', async () => {
  const sample = 'Ключ 🔑: BILL-12345678, BILL-87654321';
  const { reason, queries, matches } = await attempt('BILL-[0-9]{8}', sample);
  expect([reason, queries]).toEqual([null, [['BILL-']]]);
  expect(matches.map(({ start, end }) => sample.slice(start, end))).toEqual(['BILL-12345678', 'BILL-87654321']);
});

test('an expression without a literal part runs on streams only', async () => {
  expect(await attempt('[0-9]{8}', '12345678')).toEqual({
    reason: null,
    queries: [],
    partsOfWords: false,
    matches: [{ start: 0, end: 8 }],
    programSize: expect.any(Number),
  });
});

test('an expression that is too expensive for the sample is answered so', async () => {
  const expression = 'я[яб]{200}\\bв';
  expect(await attempt(expression, 'я')).toMatchObject({ reason: null });
  expect(await attempt(expression, `${'яб'.repeat(SAMPLE_CHARACTERS / 2 - 1)}бв`)).toMatchObject({ reason: 'expression_too_costly' });
});

test.each([
  ['', 'expression_empty'],
  ['/abc/i', 'expression_delimiters'],
  ['(abc', 'expression_syntax'],
  ['(?=abc)x', 'expression_lookaround'],
  ['(a)\\1', 'expression_backreference'],
  ['x*', 'expression_matches_empty'],
])('%j is refused', async (expression, reason) => {
  expect(await attempt(expression, 'abc')).toEqual({ reason, queries: [], partsOfWords: false, matches: [], programSize: 0 });
});
