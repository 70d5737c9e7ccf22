import { describe, expect, test } from '@jest/globals';
import { MAX_QUERIES, queriesOf } from './queries.ts';

const alternatives = (count: number) =>
  `(${Array.from({ length: count }, (_, at) => `word${String(at).padStart(2, '0')}`).join('|')})[0-9]+`;

describe('what a source is asked for an expression', () => {
  test.each<[string, readonly (readonly string[])[]]>([
    ['AKIA[0-9A-Z]{16}', [['AKIA']]],
    ['one[0-9]three[0-9]fives[0-9]sixteen', [['sixteen', 'three', 'fives']]],
    ['(alpha|beta)[0-9]+', [['alpha'], ['beta']]],
    ['gh[pou]_[0-9]{6}', [['gho_'], ['ghp_'], ['ghu_']]],
    ['(?i)password', [['password']]],
    ['(?i)task=', [['task=']]],
    ['token_(alpha|beta)', [['token_']]],
    ['[0-9]{8}', []],
    ['(alpha|[0-9]{8})', []],
    ['(alpha', []],
  ])('%s', (expression, queries) => {
    expect(queriesOf(expression)).toEqual(queries);
  });

  test('with too many alternatives nothing, since some of them would give results that are not all', () => {
    expect(queriesOf(alternatives(MAX_QUERIES))).toHaveLength(MAX_QUERIES);
    expect(queriesOf(alternatives(MAX_QUERIES + 1))).toEqual([]);
  });
});
