import { expect, test } from '@jest/globals';
import { containerOf } from './container-of.ts';

test.each([
  ['https://git.example/team/sub/repo.git', 'team/sub'],
  ['git@git.example:team/repo.git', 'team'],
  ['https://git.example/repo', ''],
])('the owner of %s is %j', (address, owner) => {
  const repository = { id: '1', title: 'r', url: 'https://git.example/r', default_branch: 'main', address, credential_scope: '' };
  expect(containerOf(repository)).toEqual({ key: address, title: 'r', url: 'https://git.example/r', owner });
});
