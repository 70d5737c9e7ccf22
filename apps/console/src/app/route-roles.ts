import { ACCESS_ROLES, type CallerRole, mayEnter } from '@leakwatch/vocabulary';
import { matchRoutes } from 'react-router-dom';
import type { Settings } from '../shared/api/settings.ts';
import { PAGES } from './features.ts';

const TABLE = PAGES.map((page) => ({ path: page.path, handle: page }));

/** The roles that the server named, as a list. */
const heldRoles = (roles: Settings['roles'] | undefined): readonly CallerRole[] =>
  (['authenticated', 'staff'] as const).filter((role) => roles?.[role] === true);

/** What decides which pages a person may open. */
export type Visitor = Pick<Settings, 'roles' | 'acting_until'>;

/** Whether a person may open a page; `location` is a path as the address bar has it. */
export function mayOpen(location: string, visitor: Visitor | undefined): boolean {
  const page = matchRoutes(TABLE, location)?.at(-1)?.route.handle;
  if (page !== undefined && 'closedWhileActing' in page && typeof visitor?.acting_until === 'string') return false;
  return mayEnter(page?.roles ?? ACCESS_ROLES.staff, heldRoles(visitor?.roles));
}
