import { matchRoutes } from 'react-router-dom';
import { ACCESS_ROLES, type CallerRole, mayEnter } from '@leakwatch/vocabulary';
import type { Settings } from '../api/settings.ts';

const { public: EVERYBODY, half: HALF, user: USER } = ACCESS_ROLES;

/**
 * Which roles open a page of the console: any of them. Each path of the router stands here; the API asks by the same
 * roles (`ACCESS_ROLES`), so a page that shows is a page whose calls are answered.
 */
export const ROUTE_ROLES: Readonly<Record<string, readonly CallerRole[]>> = {
  '/login': EVERYBODY,
  '/join': EVERYBODY,
  '/forgot': EVERYBODY,
  '/logout': EVERYBODY,
  '/recovery': EVERYBODY,
  '/welcome': EVERYBODY,
  '/password': USER,
  '/login/second-factor': HALF,
  '/login/identity': HALF,
  '/': USER,
  '/tasks': USER,
  '/blacklist': USER,
  '/task/create': USER,
  '/deep_task/create': USER,
  '/git_monitoring/create': USER,
  '/task/update/:id': USER,
  '/git_monitoring/update/:id': USER,
  '/git_monitoring/:id': USER,
  '/task/:id': USER,
  '/reports': USER,
  '/changing_history': USER,
  '/logs': USER,
  '/notifications': USER,
  '/verify': USER,
  '/profile': USER,
  '/settings': USER,
  '/notifications_groups': USER,
  // Where those without a role are led, so it asks for none.
  '/forbidden': EVERYBODY,
  '*': EVERYBODY,
};

/** The roles that the server told, as a list. */
export const heldRoles = (roles: Settings['roles'] | undefined): readonly CallerRole[] =>
  (['authenticated', 'staff'] as const).filter((role) => roles?.[role] === true);

const TABLE = Object.keys(ROUTE_ROLES).map((path) => ({ path }));

/** Whether a page may be shown to somebody with these roles; `location` is a path as the address bar has it. */
export function mayOpen(location: string, roles: Settings['roles'] | undefined): boolean {
  const path = matchRoutes(TABLE, location)?.at(-1)?.route.path ?? '*';
  return mayEnter(ROUTE_ROLES[path] ?? ACCESS_ROLES.staff, heldRoles(roles));
}
