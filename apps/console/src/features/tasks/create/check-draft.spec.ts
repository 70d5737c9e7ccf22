import { describe, expect, test } from '@jest/globals';
import { checkDraft, faultAt } from './check-draft.ts';
import { type Draft, EMPTY_DRAFT, EMPTY_REPOSITORY } from './draft.ts';
import { takeTyped, toBody } from './to-body.ts';

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
    expect(checkDraft(GOOD, 40)).toEqual({});
    expect(toBody(GOOD)).toMatchObject({
      git_monitoring: true,
      patterns: { internal_domains: { patterns: ['corp.example'] } },
      git_repositories: [REPOSITORY],
    });
  });

  test('an empty draft names every field that is needed', () => {
    expect(checkDraft(EMPTY_DRAFT, 40)).toEqual({
      title: 'title_required',
      patterns: 'patterns_required',
      git_repository_observer: 'observer_required',
      git_repositories: 'repositories_required',
    });
  });

  test('each of the five fields of a repository is needed', () => {
    const faults = checkDraft({ ...GOOD, repositories: [REPOSITORY, { ...REPOSITORY, repo_default_branch: ' ' }] }, 40);
    expect(faults).toEqual({ 'git_repositories.1.repo_default_branch': 'required' });
    expect(faultAt(faults, 'git_repositories')).toBe('required');
  });

  test('what is typed goes through the rule of its list, and what is dropped is told', () => {
    const { draft, dropped } = takeTyped({
      ...EMPTY_DRAFT,
      typed: { ...EMPTY_DRAFT.typed, publicDomains: 'corp.example -bad corp.example', recipients: 'a@b.example; nobody' },
    });
    expect(draft.lists.publicDomains).toEqual(['corp.example']);
    expect(draft.typed.publicDomains).toBe('');
    expect(dropped.publicDomains).toEqual([
      { text: '-bad', reason: 'domain_characters' },
      { text: 'corp.example', reason: 'duplicate' },
    ]);
    expect(draft.lists.recipients).toEqual(['a@b.example']);
    expect(dropped.recipients).toEqual([{ text: 'nobody', reason: 'recipient_invalid' }]);
  });
});
