import { serviceStateAt } from '@leakwatch/rules';
import { REPORT_ENDINGS, type ReportFormat } from '@leakwatch/vocabulary';

/** Failed attempts after which a report is given up: an internal fault, or events that end the process each time. */
export const MAX_TRIES = 3;

export interface KnownOrganisation {
  readonly active: boolean;
  readonly starts_at: Date;
  readonly expires_at: Date;
}

/**
 * Whether a person may ask for reports: staff always, customers while their organisation is active and inside its dates
 * (docs/behaviour/reports.md). An organisation that this service does not know yet is no reason to refuse: its people see
 * only their own events.
 */
export function mayMakeReports(staff: boolean, organisation: KnownOrganisation | undefined, now: Date): boolean {
  if (staff || organisation === undefined) return true;
  return serviceStateAt(organisation, now) === 'running';
}

/** `leakwatch-events-2026-11-21-190742.xlsx`, in UTC with seconds, so that two reports of one minute differ. */
export const reportFilename = (at: Date, format: ReportFormat): string =>
  `leakwatch-events-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(/:/g, '')}.${REPORT_ENDINGS[format]}`;

/** Each attempt has a file of its own, so that a late one never writes over a report that is ready. */
export const objectKeyOf = (id: string, attempt: number, format: ReportFormat): string =>
  `reports/${id}/${attempt}.${REPORT_ENDINGS[format]}`;
