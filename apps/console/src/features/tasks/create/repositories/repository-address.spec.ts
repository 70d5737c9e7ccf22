import { expect, test } from '@jest/globals';
import { hasCredentials, maskCredentials, readRepositoryAddress, withoutCredentials } from './repository-address.ts';

test('an address fills the five fields', () => {
  expect(readRepositoryAddress(' https://github.com/team/billing.git ')).toEqual({
    source: 'github',
    account: 'team',
    repository: {
      repo_title: 'billing',
      repo_url: 'https://github.com/team/billing',
      repo_default_branch: 'main',
      git_remote_url: 'https://github.com/team/billing.git',
      repo_remote_source: 'github',
    },
  });
});

test('only the remote address keeps credentials', () => {
  const address = 'https://bot:s%40cret@git.example/team/billing.git';
  const pasted = readRepositoryAddress(address);
  expect(pasted?.repository.git_remote_url).toBe(address);
  expect(pasted?.repository.repo_url).toBe('https://git.example/team/billing');
  expect(hasCredentials(address)).toBe(true);
  expect(withoutCredentials(address)).toBe('https://git.example/team/billing.git');
});

test.each(['', 'billing', 'git@github.com:team/billing.git', 'file:///srv/x.git', 'https://github.com', 'javascript:alert(1)'])(
  '%p is no repository',
  (text) => {
    expect(readRepositoryAddress(text)).toBeNull();
  },
);

test.each([
  ['https://bot:s%40cret@git.example/t/a.git', 'https://***@git.example/t/a.git'],
  ['https://***@git.example/t/a.git', 'https://***@git.example/t/a.git'],
  ['https://git.example/t/a.git', 'https://git.example/t/a.git'],
  ['https//bot:secret@git.example/x', 'https//git.example/x'],
])('a draft keeps %s as %s', (address, kept) => {
  expect(maskCredentials(address)).toBe(kept);
});

test('a broken percent escape is kept as text', () => {
  expect(readRepositoryAddress('https://git.example/team/100%zz.git')?.repository.repo_title).toBe('100%zz');
});

test('incomplete addresses do not carry credentials into the draft either', () => {
  expect(withoutCredentials('https//bot:secret@git.example/x')).not.toContain('secret');
});
