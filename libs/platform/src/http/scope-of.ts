import { Forbidden } from '../errors/leakwatch-error.ts';
import { organisationScope, STAFF, type Scope } from '../orm/scope.ts';
import type { Caller } from './caller.ts';

/** Whose rows a caller may see: staff all, a customer the organisation's. */
export function scopeOf(caller: Caller): Scope {
  if (caller.staff) return STAFF;
  if (caller.organisation === null) throw new Forbidden('not_in_organisation');
  return organisationScope(caller.organisation);
}
