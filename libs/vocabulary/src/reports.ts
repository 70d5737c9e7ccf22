/** `xls` is the API's word for a spreadsheet, whose file is an .xlsx (docs/decisions/0030-spreadsheet-reports.md). */
export const REPORT_FORMATS = ['xls', 'csv', 'json', 'sarif'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** How the names of files end. */
export const REPORT_ENDINGS: Readonly<Record<ReportFormat, string>> = { xls: 'xlsx', csv: 'csv', json: 'json', sarif: 'sarif' };

/**
 * enqueued: requested; processing: a worker makes it; ready: it has a file; deleted: it has no file, because the file expired
 * or could not be made. A report that a person deletes is removed.
 */
export const REPORT_STATUSES = ['enqueued', 'processing', 'ready', 'deleted'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** processing to itself: another worker restarts the report of a worker that died. */
export const REPORT_TRANSITIONS: Readonly<Record<ReportStatus, readonly ReportStatus[]>> = {
  enqueued: ['processing', 'deleted'],
  processing: ['processing', 'enqueued', 'ready', 'deleted'],
  ready: ['deleted'],
  deleted: ['enqueued'],
};

/** Statuses from which a report may change to `to`. */
export const reportStatusesBefore = (to: ReportStatus): ReportStatus[] =>
  REPORT_STATUSES.filter((from) => REPORT_TRANSITIONS[from].includes(to));

/** Statuses that count towards the reports in work of an organisation. */
export const REPORT_STATUSES_IN_WORK = ['enqueued', 'processing'] as const satisfies readonly ReportStatus[];

/** Why a report has no file. */
export const REPORT_FAULTS = ['report_failed'] as const;
export type ReportFault = (typeof REPORT_FAULTS)[number];

/** The same in every language. */
export const REPORT_FORMAT_NAMES: Readonly<Record<ReportFormat, string>> = {
  xls: 'Excel (.xlsx)',
  csv: 'CSV',
  json: 'JSON',
  sarif: 'SARIF 2.1.0',
};
