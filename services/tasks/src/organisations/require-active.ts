import { type Caller, Conflict } from '@leakwatch/platform';
import type { Organisation } from './organisation.entity.ts';

/** Throws Conflict `organisation_inactive` for a customer whose organisation is not active: its people only read tasks (docs/behaviour/organisations.md). */
export function requireActive({ active }: Pick<Organisation, 'active'>, { staff }: Pick<Caller, 'staff'>): void {
  if (!active && !staff) throw new Conflict('organisation_inactive');
}
