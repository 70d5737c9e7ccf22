import type { Role } from './people.ts';

/** Roles as they are told to the console, with what stands before them: half signed in, and a service of ours. */
export type CallerRole = Role | 'half' | 'service';

/**
 * What each access of the route table asks for: any of these roles; nothing for everybody. Who is signed in whole may
 * what the half signed in may.
 */
export const ACCESS_ROLES = {
  public: [],
  half: ['half', 'authenticated'],
  user: ['authenticated'],
  staff: ['staff'],
  service: ['service'],
} as const satisfies Record<string, readonly CallerRole[]>;

/** The any-of check of the documents (spec/1-console section 6), for routes of the API and of the console. */
export const mayEnter = (required: readonly CallerRole[], held: readonly CallerRole[]): boolean =>
  required.length === 0 || required.some((role) => held.includes(role));

export interface RoleBearer {
  readonly account: unknown;
  readonly half: boolean;
  readonly staff: boolean;
  readonly service: string | null;
}

/** The roles of a caller. Half signed in, nobody is staff yet. */
export function rolesOf({ account, half, staff, service }: RoleBearer): CallerRole[] {
  const own: CallerRole[] = service === null ? [] : ['service'];
  if (account === null) return own;
  if (half) return [...own, 'half'];
  return [...own, 'authenticated', ...(staff ? (['staff'] as const) : [])];
}
