import { type Caller, Forbidden, noteOrganisations } from '@leakwatch/platform';

/** Webhooks belong to an organisation: its people have those of their own, staff too. Throws Forbidden `not_in_organisation`. */
export function organisationOf(caller: Caller): string {
  if (caller.organisation === null) throw new Forbidden('not_in_organisation');
  noteOrganisations(caller, [caller.organisation]);
  return caller.organisation;
}
