import { describe, expect, test } from '@jest/globals';
import { REASON_FILTERS, SEVERITY_FILTERS } from '@leakwatch/contracts';
import fc from 'fast-check';
import { STATUS_CHOICES } from '../event-filters.ts';
import { type NamedTask, readFilterWords, type WordFilters, wordsOf } from './filter-words.ts';
import { suggest } from './suggest.ts';
import { printWords, readWords, type Word, WORD_NAMES } from './words.ts';

const TASKS: readonly NamedTask[] = [
  { id: '00000002-0000-4000-8000-000000000001', title: 'Main: repositories' },
  { id: '00000002-0000-4000-8000-000000000002', title: 'Pastes' },
  { id: '00000002-0000-4000-8000-000000000003', title: 'pastes' },
  { id: '00000002-0000-4000-8000-000000000004', title: '' },
];

/** Values as people and events have them: spaces, quotes, backslashes, colons, names of words, other alphabets. */
const value = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('"', '\\', ' ', ':', 'a', 'я', '\t', '\n', 'is:'), minLength: 1, maxLength: 8 }),
    fc.constantFrom('is:open', 'https://git.example/a b', '"quoted"', 'c:\\temp\\"x"', 'репо:имя'),
  )
  .filter((text) => text !== '');

test('printed words are read back', () => {
  const word: fc.Arbitrary<Word> = fc.oneof(
    fc.record({ name: fc.constantFrom(...WORD_NAMES), value }),
    fc.record({ name: fc.constant(null), value }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      expect(readWords(printWords(words))).toEqual({ ok: true, words });
    }),
    { numRuns: 2_000 },
  );
});

test('printed filters are read back', () => {
  const values = fc.uniqueArray(value, { maxLength: 3 });
  const text = fc.string({ minLength: 3, maxLength: 20 }).filter((one) => one.trim() === one && one.length >= 3);
  const filters: fc.Arbitrary<WordFilters> = fc.record({
    status: fc.constantFrom(...STATUS_CHOICES),
    overdue: fc.boolean(),
    severities: fc.subarray([...SEVERITY_FILTERS]),
    reasons: fc.subarray([...REASON_FILTERS]),
    task: fc.constantFrom(null, ...TASKS.map(({ id }) => id)),
    pathPart: fc.option(value),
    search: fc.option(text.map((one) => ({ in: 'file_content' as const, text: one }))),
    facets: fc.record({ pattern: values, repo_name: values, username: values, author: values }),
  });
  fc.assert(
    fc.property(filters, (wanted) => {
      expect(readFilterWords(printWords(wordsOf(wanted, TASKS)), TASKS)).toEqual({ ok: true, filters: wanted });
    }),
    { numRuns: 1_000 },
  );
});

test('any text is read or refused, never ignored in part', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('is', ':', ' ', '"', '\\', 'open', 'foo', 'repo', 'x') }), (typed) => {
      const read = readWords(typed);
      // What was read is all that was typed, white space and quotes aside.
      if (read.ok) expect(readWords(printWords(read.words))).toEqual(read);
    }),
  );
});

describe('words as filters', () => {
  const faultOf = (text: string) => {
    const read = readFilterWords(text, TASKS);
    return read.ok ? null : read.fault;
  };
  const filtersOf = (text: string) => {
    const read = readFilterWords(text, TASKS);
    return read.ok ? read.filters : null;
  };

  test('are those of the list', () => {
    expect(
      filtersOf(
        'is:closed IS:overdue severity:High severity:none task:"main: repositories" repo:acme/shop repo:x path:.env author:Ann "a key" b',
      ),
    ).toEqual({
      status: 'closed',
      overdue: true,
      severities: ['high', 'none'],
      reasons: [],
      task: TASKS[0]?.id,
      pathPart: '.env',
      search: { in: 'file_content', text: 'a key b' },
      facets: { pattern: [], repo_name: ['acme/shop', 'x'], username: [], author: ['Ann'] },
    });
    expect(filtersOf('reason:Revoked reason:none')).toMatchObject({ status: 'closed', reasons: ['revoked', 'none'] });
    expect(filtersOf('reason:revoked is:all')).toMatchObject({ status: 'all', reasons: ['revoked'] });
    expect(filtersOf('')).toMatchObject({ status: 'open', search: null, task: null });
  });

  test.each([
    ['repository:x', { code: 'word_unknown', word: 'repository' }],
    ['https://x', { code: 'word_unknown', word: 'https' }],
    ['repo:', { code: 'word_empty', word: 'repo' }],
    ['repo:""', { code: 'word_empty', word: 'repo' }],
    ['"a text', { code: 'quote_open' }],
    ['is:opened', { code: 'value_unknown', word: 'is', value: 'opened' }],
    ['reason:why', { code: 'value_unknown', word: 'reason', value: 'why' }],
    ['severity:worst', { code: 'value_unknown', word: 'severity', value: 'worst' }],
    ['task:none', { code: 'value_unknown', word: 'task', value: 'none' }],
    ['is:open is:fixed', { code: 'word_once', word: 'is' }],
    ['path:a path:b', { code: 'word_once', word: 'path' }],
    ['ab', { code: 'search_short' }],
    ['x'.repeat(301), { code: 'search_long' }],
    [`repo:${'x'.repeat(301)}`, { code: 'value_long', word: 'repo' }],
    [Array.from({ length: 101 }, (_, at) => `repo:${at}`).join(' '), { code: 'too_many_values', word: 'repo' }],
  ])('refuse %.30s', (text, fault) => expect(faultOf(text)).toMatchObject(fault));
});

describe('completion', () => {
  const known = {
    repo: ['acme/shop', 'acme/two words'],
    owner: ['acme'],
    author: ['Ann <ann@dev.example>'],
    pattern: ['a b'],
    task: ['Pastes'],
  };
  const shown = (text: string) => suggest(text, known).map((one) => one.shown);

  test('names words, then values that events have', () => {
    expect(shown('is:open p')).toEqual(['pattern:', 'path:']);
    expect(shown('')).toEqual(WORD_NAMES.map((name) => `${name}:`));
    expect(shown('repo:')).toEqual(['repo:acme/shop', 'repo:"acme/two words"']);
    expect(shown('repo:"acme/two w')).toEqual(['repo:"acme/two words"']);
    expect(shown('reason:re')).toEqual(['reason:revoked', 'reason:removed']);
    expect(shown('severity:h')).toEqual(['severity:high']);
    expect(shown('author:ann')).toEqual(['author:"Ann <ann@dev.example>"']);
    expect(shown('foo:')).toEqual([]);
    expect(shown('"a text')).toEqual([]);
  });

  test('gives a text that can be read', () => {
    for (const typed of ['is:open task:past', 'a repo:two', 'pattern:'])
      for (const { text } of suggest(typed, known)) expect(readWords(text)).toMatchObject({ ok: true });
    expect(suggest('is:open task:past', known)).toEqual([{ shown: 'task:Pastes', text: 'is:open task:Pastes ', continues: false }]);
  });
});
