import { describe, expect, test } from '@jest/globals';
import { getProfile, listEvents, listOrganisationOptions } from '@leakwatch/contracts';
import { TOUCHED_HEADER } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { type Answered, organisationsOf } from './staff-access.ts';

const OURS = '00000000-0000-4000-8000-000000000001';
const THEIRS = '00000000-0000-4000-8000-000000000002';
const staff = testCaller(OURS, { staff: true });
const answered = (change: Partial<Answered> = {}): Answered => ({
  route: listEvents,
  caller: staff,
  status: 200,
  headers: new Headers(),
  query: {},
  ...change,
});
const noted = (...organisations: string[]) => new Headers({ [TOUCHED_HEADER]: organisations.join(',') });

describe('staff access', () => {
  test.each([
    ['what the service noted', answered({ headers: noted(THEIRS) }), [THEIRS]],
    ['what the service noted, before what was asked for', answered({ headers: noted(THEIRS), query: { org: OURS } }), [THEIRS]],
    ['without the own organisation', answered({ headers: noted(OURS, THEIRS) }), [THEIRS]],
    ['the organisation that was asked for', answered({ query: { org: THEIRS } }), [THEIRS]],
    ['all of them, where nothing narrows it', answered(), []],
    ['all of them, where what was asked for is no id', answered({ query: { org: 'x' } }), []],
  ])('is %s', (_, call, organisations) => {
    expect(organisationsOf(call)).toEqual(organisations);
  });

  test.each([
    ['their own organisation', answered({ headers: noted(OURS) })],
    ['asked for their own organisation', answered({ query: { org: OURS } })],
    ['a refusal', answered({ status: 404 })],
    ['about themselves', answered({ route: getProfile })],
    ['administration', answered({ route: listOrganisationOptions })],
    ['a customer', answered({ caller: testCaller(OURS), headers: noted(OURS) })],
  ])('is no record when it is %s', (_, call) => {
    expect(organisationsOf(call)).toBeNull();
  });
});
