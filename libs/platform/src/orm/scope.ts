/**
 * On whose behalf a transaction reads and writes. Row-level security policies are named after these:
 * organisation_rows, staff_rows, consumer_rows, scheduler_rows, identity_rows. Without a scope no row is visible.
 */
export type Scope =
  | { readonly kind: 'organisation'; readonly organisation: string }
  | { readonly kind: 'staff' }
  | { readonly kind: 'consumer' }
  | { readonly kind: 'scheduler' }
  | { readonly kind: 'identity' };

export const organisationScope = (organisation: string): Scope => ({ kind: 'organisation', organisation });
export const STAFF: Scope = { kind: 'staff' };
export const CONSUMER: Scope = { kind: 'consumer' };
export const SCHEDULER: Scope = { kind: 'scheduler' };
/** Signing in, while the account is unknown. Only tables of credentials have a policy for it. */
export const IDENTITY: Scope = { kind: 'identity' };
