import { type Caller, NotFound } from '@leakwatch/platform';

/** The company that a call names: a user's own, any for staff. Another's is not there. */
export function companyOf(caller: Caller, company: string): string {
  if (caller.staff || caller.organisation === company) return company;
  throw new NotFound();
}
