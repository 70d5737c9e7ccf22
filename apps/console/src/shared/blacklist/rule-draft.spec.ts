import { describe, expect, test } from '@jest/globals';
import { makeEvent } from '../../../mock/data/events.ts';
import { draftOfEvent } from './rule-draft.ts';

describe('a rule that begins at an event', () => {
  test('has its owner without the at-sign, and the last path part of the address', () => {
    const event = makeEvent(1, {
      source_type: 'github',
      username: '@Acme',
      repo_name: 'another/title',
      repo_url: 'https://github.com/acme/Shop/',
    });
    expect(draftOfEvent(event)).toMatchObject({
      source_type: 'github',
      block_type: 'owner',
      rule_owner: 'Acme',
      rule_repo: 'Shop',
      task: null,
      event: event.id,
    });
  });

  test('looks at the repository where no owner is known', () => {
    expect(draftOfEvent(makeEvent(1, { source_type: 'gist', username: '', repo_name: 'notes.txt' }))).toMatchObject({
      block_type: 'repository',
      rule_repo: 'notes.txt',
    });
  });

  test.each(['pastebin', 'git_repo', 'telegram', 'gitlab_cloud', 'google_docs'] as const)('cannot be made for %s', (source_type) => {
    expect(draftOfEvent(makeEvent(1, { source_type }))).toBeNull();
  });
});
