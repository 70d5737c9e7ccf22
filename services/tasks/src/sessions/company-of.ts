import { type Caller, noteOrganisations, NotFound } from '@leakwatch/platform';

/** The company that a call names: a user's own, any for staff. Another's is not there. */
export function companyOf(caller: Caller, company: string): string {
  if (!caller.staff && caller.organisation !== company) throw new NotFound();
  noteOrganisations(caller, [company]);
  return company;
}
