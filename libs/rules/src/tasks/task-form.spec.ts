import { describe, expect, test } from '@jest/globals';
import { SOURCE_TYPES, SOURCES_OF_KIND, TASK_KINDS } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { checkDeepPattern, cleanDeepPattern, deepPatternFault } from './deep-pattern.ts';
import { TASK_PATTERNS_MAX } from '../limits.ts';
import { type ChosenPatterns, countPatterns, expandPatterns } from './patterns.ts';
import { checkTask, type TaskForm } from './task-form.ts';

const NONE: ChosenPatterns = { publicDomains: [], keywords: [], internalDomains: [], magicKeywords: [], expressions: [] };
const NORMAL: TaskForm = {
  kind: 'normal',
  title: 'Billing',
  chosen: { ...NONE, internalDomains: ['corp.example'] },
  deepPatterns: [],
  sources: ['github'],
  observer: undefined,
  repositories: 0,
  patternsPerTaskLimit: 5,
};
const DEEP: TaskForm = { ...NORMAL, kind: 'deep', chosen: NONE, deepPatterns: ['corp.example token'] };
const GIT: TaskForm = {
  ...NORMAL,
  kind: 'git_monitoring',
  sources: [],
  observer: { account_name: 'team', source_type: 'github' },
  repositories: 1,
};
const domains = (count: number): string[] => Array.from({ length: count }, (_, at) => `d${at}.example`);

describe('a task as a whole', () => {
  test.each([NORMAL, DEEP, GIT])('one of each kind may be saved', (form) => expect(checkTask(form)).toEqual({}));

  test.each([
    ['', 'title_required'],
    ['   ', 'title_required'],
    ['1234', 'title_length'],
    ['12345', undefined],
    ['x'.repeat(100), undefined],
    ['x'.repeat(101), 'title_length'],
    ['🔑'.repeat(100), undefined],
    ['Billing\0', 'title_characters'],
    ['Billing\u202eecnanif', 'title_characters'],
    ['\u200b'.repeat(5), 'title_required'],
    ['👩‍💻 work', undefined],
  ])('title %j', (title, fault) => expect(checkTask({ ...NORMAL, title })['title']).toBe(fault));

  test('accepts as many patterns as the tariff allows, and refuses one more', () => {
    expect(checkTask({ ...NORMAL, chosen: { ...NONE, internalDomains: domains(5) } })).toEqual({});
    expect(checkTask({ ...NORMAL, chosen: { ...NONE, internalDomains: domains(6) } })).toEqual({ patterns: 'too_many_patterns' });
    expect(checkTask({ ...DEEP, patternsPerTaskLimit: 0 })).toEqual({ patterns: 'too_many_patterns' });
    expect(checkTask({ ...NORMAL, chosen: { ...NONE, internalDomains: domains(6) }, patternsPerTaskLimit: null })).toEqual({});
  });

  test('refuses more patterns than a task may have, whatever the tariff says', () => {
    const pairs = (keywords: number) => ({ ...NONE, publicDomains: domains(TASK_PATTERNS_MAX / 2), keywords: domains(keywords) });
    for (const patternsPerTaskLimit of [null, 1_000_000_000]) {
      expect(checkTask({ ...NORMAL, chosen: pairs(2), patternsPerTaskLimit })).toEqual({});
      expect(checkTask({ ...NORMAL, chosen: pairs(3), patternsPerTaskLimit })).toEqual({ patterns: 'patterns_over_bound' });
    }
  });

  test('refuses no pattern, domains without keywords, and keywords without domains', () => {
    expect(checkTask({ ...NORMAL, chosen: NONE })).toEqual({ patterns: 'patterns_required' });
    expect(checkTask({ ...NORMAL, chosen: { ...NONE, publicDomains: ['a.example'] } })).toEqual({
      'patterns.public_domains': 'domains_and_keywords',
    });
    expect(checkTask({ ...NORMAL, chosen: { ...NORMAL.chosen, keywords: ['token'] } })).toEqual({
      'patterns.public_domains': 'domains_and_keywords',
    });
    expect(checkTask({ ...NORMAL, chosen: { ...NONE, publicDomains: ['a.example'], keywords: ['token'] } })).toEqual({});
  });

  test('accepts a source for the kinds that have it, and for no other', () => {
    for (const kind of TASK_KINDS.filter((one) => one !== 'git_monitoring'))
      for (const source of SOURCE_TYPES) {
        const faults = checkTask({ ...(kind === 'deep' ? DEEP : NORMAL), sources: [source] });
        expect(faults).toEqual(SOURCES_OF_KIND[kind].includes(source) ? {} : { [`sources.${source}`]: 'source_not_allowed' });
      }
    expect(checkTask({ ...NORMAL, sources: [] })).toEqual({ sources: 'sources_required' });
    expect(SOURCES_OF_KIND.deep).toEqual(['github', 'gist', 'google_docs']);
  });

  test('a deep task has one deep pattern and no other; other kinds have no deep pattern', () => {
    expect(checkTask({ ...DEEP, deepPatterns: [] })).toEqual({ 'patterns.deep': 'deep_required' });
    expect(checkTask({ ...DEEP, deepPatterns: ['abc', 'def'] })).toEqual({ 'patterns.deep': 'deep_single' });
    expect(checkTask({ ...DEEP, chosen: NORMAL.chosen })).toEqual({ patterns: 'deep_alone' });
    expect(checkTask({ ...NORMAL, deepPatterns: ['abc'] })).toEqual({ 'patterns.deep': 'deep_only' });
  });

  test('git monitoring requires an observer and a repository', () => {
    expect(checkTask({ ...GIT, observer: undefined, repositories: 0 })).toEqual({
      git_repository_observer: 'observer_required',
      git_repositories: 'repositories_required',
    });
  });
});

describe('a deep pattern', () => {
  test.each([
    ['abc', null],
    ['ab', 'deep_length'],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'deep_length'],
    ['one two three', null],
    ['one two three four', 'deep_words'],
    ['one tw', 'deep_word_length'],
    ['почта-1._/@=x', null],
    ['corp:example', 'deep_characters'],
    ['corp\texample', 'deep_characters'],
    ['  one   two  ', null],
  ])('%j', (text, fault) => expect(deepPatternFault(text)).toBe(fault));

  test('an empty pattern keeps no rule; cleaning does not break a rule', () => {
    expect(Object.values(checkDeepPattern(' '))).toEqual([false, false, false, false]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1=/: #') }), (text) =>
        expect(checkDeepPattern(cleanDeepPattern(text))).toEqual(checkDeepPattern(text)),
      ),
    );
  });
});

test('the count is the number of patterns that are made', () => {
  const texts = fc.uniqueArray(fc.stringMatching(/^[a-z]{3}$/));
  const chosen = fc.record({
    publicDomains: texts,
    keywords: fc.array(fc.stringMatching(/^[aA][bB]$/)),
    internalDomains: texts,
    magicKeywords: texts,
    expressions: texts,
  });
  fc.assert(fc.property(chosen, (one) => expect(expandPatterns(one)).toHaveLength(countPatterns(one))));
});
