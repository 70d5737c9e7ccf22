import { BLOCK_REASONS, PROXY_STATES, PROXY_TRANSITIONS, SERVICE_ACCOUNT_STATES, SERVICE_ACCOUNT_TRANSITIONS } from '@leakwatch/vocabulary';
import { describe, expect, test } from '@jest/globals';
import { proxyActions, serviceAccountActions, sharesFormerCredentials } from './pool-actions.ts';

const FREE = { company: null, task: null };
const LINKED = [
  { company: { id: 'c' }, task: null },
  { company: null, task: 't' },
] as const;

describe('actions of staff', () => {
  test.each([
    ['ready', ['block']],
    ['busy', ['reset']],
    ['blocked', ['reset', 'unblock']],
    ['limited', ['reset']],
    ['wait_code', ['reset']],
  ] as const)('of an account that is %s: %j', (state, actions) => {
    expect(serviceAccountActions({ state, ...FREE })).toEqual(actions);
    for (const linked of LINKED) expect(serviceAccountActions({ state, ...linked })).toEqual([...actions, 'unlink']);
  });

  test.each([
    ['ready', ['block']],
    ['busy', []],
    ['blocked', ['unblock']],
  ] as const)('of a proxy that is %s: %j', (state, actions) => {
    expect(proxyActions({ state, ...FREE })).toEqual(actions);
    for (const linked of LINKED) expect(proxyActions({ state, ...linked })).toEqual([...actions, 'unlink']);
  });

  test('that are offered change the state, by the tables of the service', () => {
    for (const state of SERVICE_ACCOUNT_STATES)
      for (const action of serviceAccountActions({ state, ...FREE })) expect(SERVICE_ACCOUNT_TRANSITIONS[state][action]).not.toBe(state);
    for (const state of PROXY_STATES)
      for (const action of proxyActions({ state, ...FREE })) expect(PROXY_TRANSITIONS[state][action]).not.toBe(state);
  });
});

test('credentials of a former company are shared by what makes the account ready again', () => {
  const shares = BLOCK_REASONS.flatMap((reason) =>
    (['reset', 'block', 'unblock', 'unlink'] as const)
      .filter((action) => sharesFormerCredentials(reason, action))
      .map((action) => [reason, action]),
  );
  expect(shares).toEqual([
    ['company_changed', 'reset'],
    ['company_changed', 'unblock'],
  ]);
  expect(sharesFormerCredentials(null, 'unblock')).toBe(false);
});
