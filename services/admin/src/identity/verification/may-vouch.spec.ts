import { describe, expect, test } from '@jest/globals';
import { mayVouch } from './may-vouch.domain.ts';

const requester = { account: 'r', organisation: 'romashka' };

describe('who may vouch', () => {
  test.each([
    ['a colleague', { account: 'c', organisation: 'romashka', staff: false }, requester, true],
    ['staff', { account: 's', organisation: null, staff: true }, requester, true],
    ['the requester', { account: 'r', organisation: 'romashka', staff: false }, requester, false],
    ['the requester who is staff', { account: 'r', organisation: null, staff: true }, requester, false],
    ['somebody of another organisation', { account: 'c', organisation: 'vasilek', staff: false }, requester, false],
    ['somebody without an organisation', { account: 'c', organisation: null, staff: false }, requester, false],
    [
      'somebody without an organisation, for another such',
      { account: 'c', organisation: null, staff: false },
      { ...requester, organisation: null },
      false,
    ],
  ])('%s', (_, voucher, asking, may) => {
    expect(mayVouch(voucher, asking)).toBe(may);
  });
});
