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
    expect(queriesOf(expression).queries).toEqual(queries);
  });

  test.each<[string, readonly (readonly string[])[], boolean]>([
    ['tok_[0-9]{6}', [['tok_']], true],
    ['(AKIA|ASIA)[0-9A-Z]{16}', [['AKIA'], ['ASIA']], true],
    ['tok_[0-9]{6} password', [[' password']], false],
    ['api_key\\s*=\\s*"sk_live_[0-9A-Za-z]{24}"', [['api_key']], false],
    ['api_key="corp_[0-9A-Za-z_-]{24}', [['api_key="']], false],
    ['[a-z]+corp[.]com/token', [['.com/token']], false],
    ['[a-z0-9-]+[.]corp[.]com', [['.corp.com']], false],
    ['password\\s+[a-z]+', [['password']], false],
    ['password.*secret', [['password', 'secret']], false],
    ['api_keys?', [['api_key']], false],
    ['(?i)task=tok_[0-9]+', [['task=']], false],
    ['(ghp|key=gho)_[0-9]+', [['ghp_'], ['key=']], true],
    ['пароль[а-я]+ слово', [[' слово']], false],
    ['[a-z ]+tok_[0-9]', [['tok_']], true],
  ])('a part of a word in %s hides no whole word', (expression, queries, partsOfWords) => {
    expect(queriesOf(expression)).toEqual({ queries, partsOfWords });
  });

  test('with too many alternatives nothing, since some of them would give results that are not all', () => {
    expect(queriesOf(alternatives(MAX_QUERIES)).queries).toHaveLength(MAX_QUERIES);
    expect(queriesOf(alternatives(MAX_QUERIES + 1)).queries).toEqual([]);
  });
});
