import { describe, expect, test } from '@jest/globals';
import { menuOf, PAGES } from './features.ts';
import { mayOpen, type Visitor } from './route-roles.ts';

const paths = PAGES.map(({ path }) => path);
/** A path as a person would open it. */
const opened = (path: string) => path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000001').replace('*', '/no/such/page');

const visitor = (roles: Visitor['roles'] | undefined) => roles && { roles, acting_until: null };

const PEOPLE = [
  ['nobody', undefined, [[]]],
  ['without a role', { authenticated: false, staff: false }, [[]]],
  ['a user', { authenticated: true }, [[], ['pending', 'authenticated'], ['authenticated']]],
  ['staff', { authenticated: true, staff: true }, [[], ['pending', 'authenticated'], ['authenticated'], ['staff']]],
  ['staff and nothing else', { staff: true }, [[], ['staff']]],
] as const;

describe('roles of the console’s pages', () => {
  test('no path belongs to two pages', () => {
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(PEOPLE)('%s: every page', (_, roles, opens) => {
    const held = new Set(opens.map((required) => required.join()));
    for (const { path, roles: required } of PAGES)
      expect({ path, open: mayOpen(opened(path), visitor(roles)) }).toEqual({ path, open: held.has(required.join()) });
  });

  test('the first matching path decides, whatever follows it', () => {
    expect(mayOpen('/task/create', undefined)).toBe(false);
    expect(mayOpen('/task/create/', visitor({ authenticated: true }))).toBe(true);
    expect(mayOpen('/no/such/page', undefined)).toBe(true);
  });
});

describe('menus', () => {
  test.each(['bar', 'icons', 'user', 'settings'] as const)('%s leads to pages, each entry at its own place', (place) => {
    const entries = menuOf(place);
    for (const { path } of entries) if (path !== null) expect(paths).toContain(path.replace(/(?<=.)\/$/, ''));
    expect(new Set(entries.map(({ order }) => order)).size).toBe(entries.length);
  });

  test('the sections of settings follow each other as staff know them', () => {
    expect(menuOf('settings').map(({ path }) => path)).toEqual([
      '/settings',
      '/settings/webhooks',
      '/settings/statistics',
      '/settings/tokens',
      '/settings/tariffs',
      '/settings/tasks',
      '/settings/keywords',
      '/settings/regex',
      '/settings/accounts',
      '/settings/organisations',
      '/settings/proxies',
      '/settings/service-accounts',
      '/settings/git_monitoring',
      '/settings/telegram-users',
      '/settings/fleet',
      '/settings/audit',
    ]);
  });
});
