import { describe, expect, test } from '@jest/globals';
import { checkDraft, faultAt } from './check-draft.ts';
import { type Draft, EMPTY_DRAFT, EMPTY_REPOSITORY } from './draft.ts';
import { takeTyped, toBody } from './to-body.ts';
import { fromTask, kindOf } from './from-task.ts';
import { makeTask } from '../../../../../mock/data/tasks.ts';

const REPOSITORY = { ...EMPTY_REPOSITORY, repo_title: 'a', repo_url: 'https://g.example/t/a', git_remote_url: 'https://g.example/t/a.git' };
const GOOD: Draft = {
  ...EMPTY_DRAFT,
  title: 'Billing',
  observer: { ...EMPTY_DRAFT.observer, account_name: 'team' },
  repositories: [REPOSITORY],
  lists: { ...EMPTY_DRAFT.lists, internalDomains: ['corp.example'] },
};

describe('the form of a git monitoring task', () => {
  test('a complete draft has no faults and is sent as the contract says', () => {
    expect(checkDraft(GOOD, 'git_monitoring', 40)).toEqual({});
    expect(toBody(GOOD, 'git_monitoring')).toMatchObject({
      git_monitoring: true,
      patterns: { internal_domains: { patterns: ['corp.example'] } },
      git_repositories: [REPOSITORY],
    });
  });

  test('an empty draft names every field that is needed', () => {
    expect(checkDraft(EMPTY_DRAFT, 'git_monitoring', 40)).toEqual({
      title: 'title_required',
      patterns: 'patterns_required',
      git_repository_observer: 'observer_required',
      git_repositories: 'repositories_required',
    });
  });

  test('each of the five fields of a repository is needed', () => {
    const faults = checkDraft({ ...GOOD, repositories: [REPOSITORY, { ...REPOSITORY, repo_default_branch: ' ' }] }, 'git_monitoring', 40);
    expect(faults).toEqual({ 'git_repositories.1.repo_default_branch': 'required' });
    expect(faultAt(faults, 'git_repositories')).toBe('required');
  });

  test('input is checked by the rule of its list, and dropped entries are reported', () => {
    const { draft, dropped } = takeTyped({
      ...EMPTY_DRAFT,
      typed: { ...EMPTY_DRAFT.typed, publicDomains: 'corp.example', recipients: 'a@b.example; nobody a@b.example' },
    });
    // Domains have a dialog with a button of its own: what was left in it is not taken unseen.
    expect(draft.lists.publicDomains).toEqual([]);
    expect(draft.typed.publicDomains).toBe('corp.example');
    expect(draft.typed.recipients).toBe('');
    expect(draft.lists.recipients).toEqual(['a@b.example']);
    expect(dropped.recipients).toEqual([
      { text: 'nobody', reason: 'recipient_invalid' },
      { text: 'a@b.example', reason: 'duplicate' },
    ]);
  });
});

const TASK = (change: object) => ({ ...makeTask(1), ...change });

test.each([
  ['normal', { is_git_monitoring: false, git_repositories: [], git_repository_observer: null }],
  [
    'deep',
    { is_git_monitoring: false, is_deep: true, patterns: [{ patterns_type: 'deep' as const, patterns: ['one two'], keywords: [] }] },
  ],
  ['git_monitoring', {}],
] as const)('a %s task that is read and sent back unchanged is the same task', (kind, change) => {
  const task = TASK(change);
  const body = toBody(fromTask(task), kind);
  expect(kindOf(task)).toBe(kind);
  expect(body).toMatchObject({
    title: task.title,
    is_deep: kind === 'deep',
    git_monitoring: kind === 'git_monitoring',
    recipients: task.recipients,
    filter_keywords: task.filter_keywords.map(({ keyword }) => keyword),
    filter_mode: task.filter_mode,
  });
  expect(body.sources.map(({ source_type }) => source_type)).toEqual(['git_repo']);
  expect(body.patterns.deep.patterns).toEqual(kind === 'deep' ? ['one two'] : []);
  expect(body.patterns.public_domains.patterns).toEqual(
    task.patterns.flatMap(({ patterns_type, patterns }) => (patterns_type === 'public_domains' ? patterns : [])),
  );
  expect(body.git_repositories).toHaveLength(kind === 'git_monitoring' ? task.git_repositories.length : 0);
});
