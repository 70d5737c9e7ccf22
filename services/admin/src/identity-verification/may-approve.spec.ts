import { describe, expect, test } from '@jest/globals';
import { mayApprove } from './may-approve.domain.ts';

const requester = { account: 'r', organisation: 'romashka', staff: false };

describe('who may approve', () => {
  test.each([
    ['a colleague', { account: 'c', organisation: 'romashka', staff: false }, requester, true],
    ['staff', { account: 's', organisation: null, staff: true }, requester, true],
    ['a colleague of a staff account', { account: 'c', organisation: 'romashka', staff: false }, { ...requester, staff: true }, false],
    ['staff, for a staff account', { account: 's', organisation: 'romashka', staff: true }, { ...requester, staff: true }, true],
    ['the requester', { account: 'r', organisation: 'romashka', staff: false }, requester, false],
    ['the requester who is staff', { account: 'r', organisation: null, staff: true }, requester, false],
    ['a person of another organisation', { account: 'c', organisation: 'vasilek', staff: false }, requester, false],
    ['a person without an organisation', { account: 'c', organisation: null, staff: false }, requester, false],
    [
      'a person without an organisation, for another such',
      { account: 'c', organisation: null, staff: false },
      { ...requester, organisation: null },
      false,
    ],
  ])('%s', (_, approver, asking, may) => {
    expect(mayApprove(approver, asking)).toBe(may);
  });
});
