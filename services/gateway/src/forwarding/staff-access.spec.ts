import { describe, expect, test } from '@jest/globals';
import {
  changeManyStatuses,
  confirmTaskPost,
  getProfile,
  listEvents,
  listFleetSources,
  listOrganisationOptions,
  PUBLIC_ROUTES,
} from '@leakwatch/contracts';
import { testCaller } from '@leakwatch/testing';
import { type Answered, recordOf } from './staff-access.ts';

const OURS = '00000000-0000-4000-8000-000000000001';
const THEIRS = '00000000-0000-4000-8000-000000000002';
const TASK = '00000000-0000-4000-8000-00000000000a';
const staff = testCaller(OURS, { staff: true });
const answered = (change: Partial<Answered> = {}): Answered => ({
  route: listEvents,
  caller: staff,
  status: 200,
  headers: new Headers(),
  query: {},
  url: '/api/events/',
  ...change,
});

describe('reading by staff', () => {
  test.each([
    ['what the service noted', answered(), [THEIRS], [THEIRS]],
    ['what the service noted, before what was asked for', answered({ query: { org: OURS } }), [THEIRS], [THEIRS]],
    ['without the own organisation', answered(), [OURS, THEIRS], [THEIRS]],
    ['the organisation that was asked for', answered({ query: { org: THEIRS } }), null, [THEIRS]],
    ['all of them, where nothing narrows it', answered(), null, []],
    ['all of them, where what was asked for is no id', answered({ query: { org: 'x' } }), null, []],
  ])('is of %s', (_, call, noted, organisations) => {
    expect(recordOf(call, noted)).toEqual({ organisations, act: null });
  });

  test.each([
    ['their own organisation', answered(), [OURS]],
    ['asked for their own organisation', answered({ query: { org: OURS } }), null],
    ['a refusal', answered({ status: 404 }), null],
    ['about themselves', answered({ route: getProfile }), null],
    ['administration', answered({ route: listOrganisationOptions }), null],
    ['administration of another service', answered({ route: listFleetSources }), null],
    ['a customer', answered({ caller: testCaller(OURS) }), [THEIRS]],
  ])('is no record when it is %s', (_, call, noted) => {
    expect(recordOf(call, noted)).toBeNull();
  });
});

/** Of every route that staff may call and that changes what another service than admin holds. */
const ADMINISTERED = PUBLIC_ROUTES.filter(({ access, service, changesState }) => access === 'staff' && service !== 'admin' && changesState);
const FOR_USERS = PUBLIC_ROUTES.filter(({ access, service, changesState }) => access === 'user' && service !== 'admin' && changesState);

test.each([...ADMINISTERED, ...FOR_USERS].map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s by staff makes a record',
  (call, route) => {
    const url = route.path.replaceAll(/\{\w+\}/g, TASK);
    expect(recordOf(answered({ route, url }), [THEIRS])).toEqual({ organisations: [THEIRS], act: { call, objects: expect.any(String) } });
  },
);

describe('changes by staff', () => {
  const confirmed = answered({ route: confirmTaskPost, url: `/api/control/tasks/${TASK}/confirm/?x=${THEIRS}` });

  test('are recorded with the call and the ids of its path, of their own organisation too', () => {
    const act = { call: 'POST /api/control/tasks/{id}/confirm/', objects: TASK };
    expect(recordOf(confirmed, [OURS])).toEqual({ organisations: [OURS], act });
  });

  test('of many organisations name them all', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `00000000-0000-4000-8000-${String(at + 100).padStart(12, '0')}`);
    expect(recordOf(answered({ route: changeManyStatuses, url: '/api/events/status/' }), many)?.organisations).toEqual(many);
  });

  test('that were refused, and those of customers, are no records', () => {
    expect(recordOf({ ...confirmed, status: 409 }, [THEIRS])).toBeNull();
    expect(recordOf({ ...confirmed, caller: testCaller(OURS) }, [THEIRS])).toBeNull();
  });
});
