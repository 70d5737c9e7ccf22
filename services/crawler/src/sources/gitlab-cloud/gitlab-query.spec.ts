import { describe, expect, test } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import type { PatternKind } from '@leakwatch/vocabulary';
import { GitlabCloudSource } from './gitlab-cloud.source.ts';
import { gitlabRequest, projectQuery, siteQuery, unitsFor } from './gitlab-query.ts';

const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
const task = (...patterns: [PatternKind, string][]): TaskChange => ({
  task_id: id(0),
  organisation_id: id(0),
  version: 1,
  title: 'task',
  running: true,
  archived: false,
  delete_events: false,
  source_types: ['gitlab_cloud'],
  patterns: patterns.map(([kind, text], at) => ({ id: id(at), kind, text })),
  filter_keywords: [],
  filter_mode: 'exclude',
  repositories: [],
});
const wordsOf = (...patterns: [PatternKind, string][]) =>
  unitsFor(task(...patterns), 'by_code').map(({ request, patterns: served }) => [gitlabRequest.parse(request).words, served]);

describe('what a task asks GitLab for', () => {
  test('every pattern of a domain shares the query for it', () => {
    expect(wordsOf(['public_domain', 'Corp.com password'], ['public_domain', 'corp.com token'], ['internal_domain', 'corp.com'])).toEqual([
      [['corp.com'], [id(0), id(1), id(2)]],
    ]);
  });

  test.each<[PatternKind, string, string[]]>([
    ['keyword', 'Payroll acme', ['acme', 'payroll']],
    ['keyword', 'filename:.env secret', ['secret']],
    ['keyword', 'CORP\\Administrator C:\\Keys\\', ['administrator', 'c:', 'corp', 'keys']],
    ['deep', 'Зарплата acme', ['acme', 'зарплата']],
    ['regex', 'token_[0-9]{4}"end" of it', ['end', 'of it']],
  ])('%s %s: every whole word', (kind, text, words) => {
    expect(wordsOf([kind, text])).toEqual([[words, [id(0)]]]);
  });

  test('the order of words makes no difference', () => {
    expect(wordsOf(['keyword', 'acme payroll'], ['keyword', 'payroll ACME'])).toHaveLength(1);
  });

  test.each<[PatternKind, string]>([
    ['keyword', 'filename:.env'],
    ['regex', '[0-9]{16}'],
    ['keyword', 'x'.repeat(101)],
  ])('%s %s cannot be asked for', (kind, text) => {
    expect(wordsOf([kind, text])).toEqual([]);
  });

  test('units of the two kinds of search are apart, and keys tell words from phrases', () => {
    const keys = [
      ...unitsFor(task(['keyword', 'of it']), 'by_code'),
      ...unitsFor(task(['keyword', 'of it']), 'by_repository'),
      ...unitsFor(task(['regex', 'of it']), 'by_code'),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });
});

test('a task is asked by its kind of search, where it selected GitLab', () => {
  const source = new GitlabCloudSource({ GITLAB_CLOUD_URL: 'https://gitlab.com' });
  const some = task(['keyword', 'payroll']);
  const searchOf = (one: TaskChange) => source.unitsFor(one).map(({ request }) => gitlabRequest.parse(request).search);
  expect(searchOf(some)).toEqual(['by_code']);
  expect(searchOf({ ...some, search_types: { gitlab_cloud: 'by_repository', github: 'by_code' } })).toEqual(['by_repository']);
  expect(searchOf({ ...some, source_types: ['github'] })).toEqual([]);
});

test('over the site every word must be there, within a project the longest', () => {
  expect(siteQuery(['corp.com', 'payroll', 'of it', 'ключ'])).toBe('"corp.com" payroll "of it" ключ');
  expect(projectQuery(['acme', 'payroll', 'x'])).toBe('payroll');
});
