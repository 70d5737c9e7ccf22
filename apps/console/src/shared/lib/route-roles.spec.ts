import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { SETTINGS_ROOMS } from '../../features/settings/rooms.ts';
import { mayOpen, ROUTE_ROLES } from './route-roles.ts';

const ROUTER = readFileSync(join(import.meta.dirname, '..', '..', 'app', 'router.tsx'), 'utf8');
const paths = [...ROUTER.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '');
/** A path as somebody would open it. */
const opened = (path: string) => path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000001').replace('*', '/no/such/page');

const PEOPLE = [
  ['nobody', undefined, [[]]],
  ['without a role', { authenticated: false, staff: false }, [[]]],
  ['a user', { authenticated: true }, [[], ['half', 'authenticated'], ['authenticated']]],
  ['staff', { authenticated: true, staff: true }, [[], ['half', 'authenticated'], ['authenticated'], ['staff']]],
  ['staff and nothing else', { staff: true }, [[], ['staff']]],
] as const;

describe('roles of the console’s pages', () => {
  test('every path of the router has its roles, and there is no other', () => {
    expect(Object.keys(ROUTE_ROLES).sort()).toEqual([...paths].sort());
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(PEOPLE)('%s: every page', (_, roles, opens) => {
    const held = new Set(opens.map((required) => required.join()));
    for (const path of paths)
      expect({ path, open: mayOpen(opened(path), roles) }).toEqual({ path, open: held.has((ROUTE_ROLES[path] ?? ['staff']).join()) });
  });

  test('a path is found by what stands first in it, whatever hangs behind', () => {
    expect(mayOpen('/task/create', undefined)).toBe(false);
    expect(mayOpen('/task/create/', { authenticated: true })).toBe(true);
    expect(mayOpen('/no/such/page', undefined)).toBe(true);
  });

  test('rooms of the settings are pages with roles', () => {
    for (const { path } of SETTINGS_ROOMS) expect(paths).toContain(path);
  });
});
