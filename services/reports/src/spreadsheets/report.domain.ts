/** Beginnings of a report that come to nothing before it is given up: a fault of ours, or events that end the process. */
export const MAX_TRIES = 3;

export interface KnownOrganisation {
  readonly active: boolean;
  readonly starts_at: Date;
  readonly expires_at: Date;
}

/**
 * Whether reports are allowed (spec/1-console, 'Events page'): to staff always, to customers while their organisation
 * works. One that was never told of is no reason to refuse: its people see their own events alone.
 */
export function mayMakeReports(staff: boolean, organisation: KnownOrganisation | undefined, now: Date): boolean {
  if (staff || organisation === undefined) return true;
  return organisation.active && organisation.starts_at <= now && now < organisation.expires_at;
}

/** `leakwatch-events-2026-11-21-190742.xlsx`, in UTC: two of one minute are told apart. */
export const reportFilename = (at: Date): string =>
  `leakwatch-events-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(/:/g, '')}.xlsx`;

/** Each attempt has a file of its own, so that a late one never writes over a report that is ready. */
export const objectKeyOf = (id: string, attempt: number): string => `reports/${id}/${attempt}.xlsx`;
