import { describe, expect, test } from '@jest/globals';
import { PUBLIC_ROUTES, ROUTES } from '@leakwatch/contracts';
import { type Caller, refuseAccess } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { ACCESS_ROLES, mayEnter, rolesOf } from '@leakwatch/vocabulary';

const OURS = '00000000-0000-4000-8000-000000000001';

/** Every kind of caller, with the kinds of access that it has. */
const CALLERS: readonly (readonly [name: string, caller: Caller, opens: readonly (keyof typeof ACCESS_ROLES)[]])[] = [
  ['nobody', testCaller(null, { account: null }), ['public']],
  ['with a pending second factor', testCaller(OURS, { pending: true }), ['public', 'pending']],
  ['staff with a pending second factor', testCaller(OURS, { pending: true, staff: true }), ['public', 'pending']],
  ['a user', testCaller(OURS), ['public', 'pending', 'user']],
  ['a user of no organisation', testCaller(null), ['public', 'pending', 'user']],
  ['staff', testCaller(OURS, { staff: true }), ['public', 'pending', 'user', 'staff']],
  ['a service for itself', testCaller(null, { account: null, service: 'tasks' }), ['public', 'service']],
  ['a service for a user', testCaller(OURS, { service: 'tasks' }), ['public', 'pending', 'user', 'service']],
];

describe.each(CALLERS)('roles of %s', (_, caller, opens) => {
  test('open every route that they should, and no other', () => {
    for (const route of ROUTES.values()) {
      const open = opens.includes(route.access);
      expect({ route: `${route.method} ${route.path}`, open: mayEnter(ACCESS_ROLES[route.access], rolesOf(caller)) }).toEqual({
        route: `${route.method} ${route.path}`,
        open,
      });
      // The services ask in their own words; both must say the same of each route.
      expect({ route: route.path, refused: refuseAccess(route, caller) !== null }).toEqual({ route: route.path, refused: !open });
    }
  });
});

test('an API token opens no route of a pending sign-in, and none that is for sessions', () => {
  const caller = testCaller(OURS, { token: OURS });
  const open = PUBLIC_ROUTES.filter((route) => refuseAccess(route, caller) === null);
  expect(open.filter((route) => route.access === 'pending' || route.sessionOnly === true)).toEqual([]);
  expect(open.length).toBeGreaterThan(0);
});

test('the route table names an access for which there are roles, each of them at least once', () => {
  expect(new Set([...ROUTES.values()].map((route) => route.access))).toEqual(new Set(Object.keys(ACCESS_ROLES)));
});
