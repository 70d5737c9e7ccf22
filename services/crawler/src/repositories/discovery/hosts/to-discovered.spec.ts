import { describe, expect, test } from '@jest/globals';
import { discoveredRepository } from '@leakwatch/contracts';
import { type HostedRepository, toDiscovered } from './to-discovered.ts';

const HOSTED: HostedRepository = {
  title: 'octo/one',
  page: 'https://github.example/octo/one',
  remote: 'https://github.example/octo/one.git',
  branch: 'trunk',
  fork: false,
  archived: false,
  empty: false,
};
const row = (over: Partial<HostedRepository>) => discoveredRepository.parse(toDiscovered('github', { ...HOSTED, ...over }));

describe('a discovered repository', () => {
  test('has the five fields of a task', () => {
    expect(row({})).toEqual({
      repo_title: 'octo/one',
      repo_url: 'https://github.example/octo/one',
      repo_default_branch: 'trunk',
      git_remote_url: 'https://github.example/octo/one.git',
      repo_remote_source: 'github',
      is_fork: false,
      is_archived: false,
      is_empty: false,
      fault: null,
    });
  });

  test('says whether it is a fork, archived or empty; an empty one still has a branch', () => {
    expect(row({ fork: true, archived: true, empty: true, branch: null })).toMatchObject({
      is_fork: true,
      is_archived: true,
      is_empty: true,
      repo_default_branch: 'main',
    });
  });

  test.each([
    [{ remote: 'javascript:alert(1)' }, 'invalid_url'],
    [{ remote: 'file:///etc/passwd' }, 'transport_refused'],
    [{ remote: 'ext::sh -c id' }, 'invalid_url'],
    [{ remote: 'ssh://git@github.example/octo/one.git' }, 'transport_refused'],
    [{ remote: 'https://name:secret@github.example/octo/one.git' }, 'invalid_url'],
    [{ remote: '--upload-pack=id' }, 'invalid_url'],
    [{ remote: `https://github.example/${'x'.repeat(2100)}` }, 'invalid_url'],
    [{ page: 'javascript:alert(1)//' }, 'invalid_url'],
  ] as const)('%j is listed without its addresses', (over, fault) => {
    expect(row(over)).toMatchObject({ repo_title: 'octo/one', repo_url: '', git_remote_url: '', fault });
  });

  test('has a hostile name as text without invisible characters, in a length that a task accepts', () => {
    expect(row({ title: '<img src=x onerror=alert(1)>' }).repo_title).toBe('<img src=x onerror=alert(1)>');
    expect(row({ title: 'octo/\u202egnp.exe\u0000\n' }).repo_title).toBe('octo/gnp.exe');
    expect(row({ title: 'я'.repeat(300) }).repo_title).toHaveLength(255);
    expect(row({ title: ' \u200b ' }).repo_title).toBe('?');
  });
});
