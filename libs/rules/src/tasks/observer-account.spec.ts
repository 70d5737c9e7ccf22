import { describe, expect, test } from '@jest/globals';
import { observerAccountFault } from './observer-account.ts';

describe('the account name that is sent to a host', () => {
  test.each([
    ['github', 'octo-org', true],
    ['github', 'Octo_emu', false],
    ['gitlab', 'team', true],
    ['gitlab', 'team/back.end/_internal', true],
    ['gitlab', 'ivan.petrov', false],
  ] as const)('%s %s', (source, account, isOrganisation) => {
    expect(observerAccountFault(source, account, isOrganisation)).toBeNull();
  });

  test.each([
    ['github', '', true],
    ['github', '-x', true],
    ['github', 'a/b', true],
    ['github', '..', true],
    ['github', 'a%2Fb', true],
    ['github', 'организация', true],
    ['github', 'a'.repeat(101), true],
    ['gitlab', 'team/../admin', true],
    ['gitlab', 'team//x', true],
    ['gitlab', '/team', true],
    ['gitlab', 'team?private=1', true],
    ['gitlab', 'a\nb', true],
    ['gitlab', 'team/sub', false],
    ['gitlab', Array.from({ length: 21 }, () => 'a').join('/'), true],
    ['gitlab', 'a'.repeat(256), true],
  ] as const)('not %s %j', (source, account, isOrganisation) => {
    expect(observerAccountFault(source, account, isOrganisation)).toBe('account_invalid');
  });
});
