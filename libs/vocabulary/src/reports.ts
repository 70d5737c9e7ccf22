/** The documents' word for a spreadsheet; what it holds is an .xlsx file (docs/decisions/0030). */
export const REPORT_FORMATS = ['xls'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * spec/1-console section 4. enqueued: asked for; processing: a worker is at it; ready: its file is there; deleted: its
 * file is not there, since it was stored long enough or could not be made. A report that a person deletes is gone.
 */
export const REPORT_STATUSES = ['enqueued', 'processing', 'ready', 'deleted'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** processing to itself: another worker begins again what one that died left. */
export const REPORT_TRANSITIONS: Readonly<Record<ReportStatus, readonly ReportStatus[]>> = {
  enqueued: ['processing', 'deleted'],
  processing: ['processing', 'enqueued', 'ready', 'deleted'],
  ready: ['deleted'],
  deleted: ['enqueued'],
};

/** Statuses from which a report may come to `to`. */
export const reportStatusesBefore = (to: ReportStatus): ReportStatus[] =>
  REPORT_STATUSES.filter((from) => REPORT_TRANSITIONS[from].includes(to));

/** Statuses in which a report costs work. */
export const REPORT_STATUSES_IN_WORK = ['enqueued', 'processing'] as const satisfies readonly ReportStatus[];

/** Why a report that was asked for has no file. */
export const REPORT_FAULTS = ['report_failed'] as const;
export type ReportFault = (typeof REPORT_FAULTS)[number];
