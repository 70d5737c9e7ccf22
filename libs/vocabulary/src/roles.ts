import type { Role } from './people.ts';

/** The roles of a person, and two others: `pending`, a sign-in whose second factor is due, and `service`. */
export type CallerRole = Role | 'pending' | 'service';

/**
 * The roles that may use each access level of the route table; one of them is enough. `public` requires no role. A signed-in account may call
 * the routes of a pending sign-in.
 */
export const ACCESS_ROLES = {
  public: [],
  pending: ['pending', 'authenticated'],
  user: ['authenticated'],
  staff: ['staff'],
  service: ['service'],
} as const satisfies Record<string, readonly CallerRole[]>;

/** Whether a caller holds one of the required roles. Used for routes of the API and for pages of the console. */
export const mayEnter = (required: readonly CallerRole[], held: readonly CallerRole[]): boolean =>
  required.length === 0 || required.some((role) => held.includes(role));

export interface RoleBearer {
  readonly account: unknown;
  readonly pending: boolean;
  readonly staff: boolean;
  readonly service: string | null;
}

/** The roles of a caller. A pending sign-in has no staff role yet. */
export function rolesOf({ account, pending, staff, service }: RoleBearer): CallerRole[] {
  const own: CallerRole[] = service === null ? [] : ['service'];
  if (account === null) return own;
  if (pending) return [...own, 'pending'];
  return [...own, 'authenticated', ...(staff ? (['staff'] as const) : [])];
}
