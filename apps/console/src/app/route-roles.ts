import { ACCESS_ROLES, type CallerRole, mayEnter } from '@leakwatch/vocabulary';
import { matchRoutes } from 'react-router-dom';
import type { Settings } from '../shared/api/settings.ts';
import { PAGES } from './features.ts';

const TABLE = PAGES.map(({ path, roles }) => ({ path, handle: roles }));

/** The roles that the server named, as a list. */
const heldRoles = (roles: Settings['roles'] | undefined): readonly CallerRole[] =>
  (['authenticated', 'staff'] as const).filter((role) => roles?.[role] === true);

/** Whether a person with these roles may open a page; `location` is a path as the address bar has it. */
export function mayOpen(location: string, roles: Settings['roles'] | undefined): boolean {
  const found = matchRoutes(TABLE, location)?.at(-1)?.route;
  return mayEnter(found?.handle ?? ACCESS_ROLES.staff, heldRoles(roles));
}
