import { describe, expect, test } from '@jest/globals';
import { mayApprove } from './may-approve.domain.ts';

const requester = { account: 'r', organisation: 'romashka' };

describe('who may approve', () => {
  test.each([
    ['a colleague', { account: 'c', organisation: 'romashka', staff: false }, requester, true],
    ['staff', { account: 's', organisation: null, staff: true }, requester, true],
    ['the requester', { account: 'r', organisation: 'romashka', staff: false }, requester, false],
    ['the requester who is staff', { account: 'r', organisation: null, staff: true }, requester, false],
    ['anonymousCaller of another organisation', { account: 'c', organisation: 'vasilek', staff: false }, requester, false],
    ['anonymousCaller without an organisation', { account: 'c', organisation: null, staff: false }, requester, false],
    [
      'anonymousCaller without an organisation, for another such',
      { account: 'c', organisation: null, staff: false },
      { ...requester, organisation: null },
      false,
    ],
  ])('%s', (_, approver, asking, may) => {
    expect(mayApprove(approver, asking)).toBe(may);
  });
});
