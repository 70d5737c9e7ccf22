import { describe, expect, test } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import type { PatternKind } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { searchWords } from '../search-words.ts';
import { codeQuery } from './code-query.ts';
import { githubNeeds } from './github-requests.ts';

const queriesOf = (kind: PatternKind, text: string): (string | null)[] => searchWords({ kind, text }).map(codeQuery);

describe('the queries of a pattern', () => {
  test.each<[PatternKind, string, ...(string | null)[]]>([
    ['public_domain', 'corp.com password', '"corp.com" "password"'],
    ['internal_domain', 'git.corp.local', '"git.corp.local"'],
    ['keyword', 'Password CORP', '"corp" "password"'],
    ['keyword', 'corp filename:.env', '"corp" filename:.env'],
    ['keyword', 'filename:secrets.yml', 'filename:secrets.yml'],
    ['keyword', 'пароль корпорация', '"корпорация" "пароль"'],
    ['deep', 'corp key', '"corp" "key"'],
    ['regex', 'AKIA[0-9A-Z]{16}', '"akia"'],
    ['regex', 'api_key="corp\\.com"', '"api_key" "corp.com"'],
    ['regex', 'api_key\\s*=\\s*"sk_live_[0-9a-zA-Z]{24}"', '"api_key"'],
    ['keyword', 'filename:a.env filename:b.env', 'filename:a.env', 'filename:b.env'],
    ['keyword', 'corp filename:a.env filename:b.env', '"corp"'],
    ['regex', '(alpha|beta)[0-9]+', '"alpha"', '"beta"'],
    ['regex', 'k(ey|ind)=[0-9]', '"key"', '"kind"'],
    ['regex', '[a-z]+'],
    ['regex', '(a|b|c)[0-9]{3}(d|e)'],
    ['regex', '(\\*{5,}|#{9})'],
    ['regex', '(alpha|#{9})', '"alpha"', null],
  ])('%s %s', (kind, text, ...queries) => {
    expect(queriesOf(kind, text)).toEqual(queries);
  });

  test('words in another order are the same query', () => {
    expect(queriesOf('keyword', 'beta alpha')).toEqual(queriesOf('keyword', 'Alpha BETA'));
  });

  test('whatever the words are, a query is short, has no operators, and no sign that GitHub refuses', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 4 }), fc.option(fc.string()), (words, fileName) => {
        const query = codeQuery({ words, fileName });
        if (query === null) return;
        expect(query).toMatch(/^(?:"[^"\\()\s]{3,}"|filename:[^\s"*]+)(?: (?:"[^"\\()\s]{3,}"|filename:[^\s"*]+))*$/u);
        expect(Array.from(query.replace(/filename:\S+/, '')).length).toBeLessThanOrEqual(210);
      }),
    );
  });
});

describe('the units of a task', () => {
  const task = (patterns: readonly [string, PatternKind, string][], search_types: TaskChange['search_types'] = {}): TaskChange => ({
    task_id: 't',
    organisation_id: 'o',
    version: 1,
    title: 'T',
    running: true,
    archived: false,
    delete_events: false,
    source_types: ['github'],
    search_types,
    patterns: patterns.map(([id, kind, text]) => ({ id, kind, text })),
    filter_keywords: [],
    filter_mode: 'exclude',
    repositories: [],
  });

  test('patterns with the same query share one; a pattern without a query has none', () => {
    const needs = githubNeeds(
      task([
        ['a', 'keyword', 'corp key'],
        ['b', 'keyword', 'KEY corp'],
        ['c', 'regex', '[a-z]+'],
        ['d', 'internal_domain', 'corp.com'],
      ]),
    );
    expect(needs).toEqual([
      { key: 'code "corp" "key" fork:true', request: { by: 'code', query: '"corp" "key" fork:true', deep: false }, patterns: ['a', 'b'] },
      { key: 'code "corp.com" fork:true', request: { by: 'code', query: '"corp.com" fork:true', deep: false }, patterns: ['d'] },
    ]);
  });

  test('an expression has a unit for each alternative, or none where one of them cannot be asked for', () => {
    const needs = githubNeeds(
      task([
        ['a', 'regex', '(alpha|beta)[0-9]+'],
        ['b', 'keyword', 'beta'],
        ['c', 'regex', '(alpha|#{9})'],
      ]),
    );
    expect(needs.map(({ key, patterns }) => [key, patterns])).toEqual([
      ['code "alpha" fork:true', ['a']],
      ['code "beta" fork:true', ['a', 'b']],
    ]);
  });

  test('a deep pattern is another unit than a normal one', () => {
    const [deep] = githubNeeds(task([['a', 'deep', 'corp key']]));
    const [normal] = githubNeeds(task([['a', 'keyword', 'corp key']]));
    expect([deep?.request, normal?.request]).toMatchObject([{ deep: true }, { deep: false }]);
    expect(deep?.key).not.toBe(normal?.key);
  });

  test('repositories are searched for the domain, whatever the keyword is', () => {
    const needs = githubNeeds(
      task(
        [
          ['a', 'public_domain', 'corp.com password'],
          ['b', 'public_domain', 'corp.com token'],
          ['c', 'keyword', 'filename:.env'],
        ],
        { github: 'by_repository' },
      ),
    );
    expect(needs).toEqual([
      {
        key: 'repository "corp.com" in:name,description,readme',
        request: { by: 'repository', query: '"corp.com" in:name,description,readme', deep: false },
        patterns: ['a', 'b'],
      },
    ]);
  });
});
