import { REPORT_FAULTS, REPORT_FORMATS, REPORT_STATUSES, type ReportFormat } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, idParams, page, pageQuery } from '../../paging.ts';
import { CSV_TYPE, defineRoute, JSON_TYPE, SARIF_TYPE, SPREADSHEET_TYPE } from '../../route.ts';
import { eventFilters } from './events.ts';
import { reportEvent } from './report-events.ts';

/** Maximum number of reports in work of one organisation, so that it does not delay the others. */
export const MAX_REPORTS_IN_WORK = 5;

export const REPORT_TYPES: Readonly<Record<ReportFormat, string>> = {
  xls: SPREADSHEET_TYPE,
  csv: CSV_TYPE,
  json: JSON_TYPE,
  sarif: SARIF_TYPE,
};

export const reportRow = z.object({
  id: z.uuid(),
  created: z.iso.datetime(),
  /** The username of the person who requested it. */
  reporter: z.string(),
  /** The organisation of its events; null for all organisations, which only staff may request and see. */
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  report_format: z.enum(REPORT_FORMATS),
  report_status: z.enum(REPORT_STATUSES),
  report_filename: z.string(),
  filters: eventFilters,
  /** When the file expires; null without a file. */
  stored_until: z.iso.datetime().nullable(),
  rows_written: z.number().int(),
  /** null until the events are counted. */
  rows_total: z.number().int().nullable(),
  /** Why the file could not be made; null otherwise. */
  fault: z.enum(REPORT_FAULTS).nullable(),
});
export type ReportRow = z.output<typeof reportRow>;

export const createReport = defineRoute({
  method: 'POST',
  path: '/api/reports/',
  service: 'reports',
  access: 'user',
  changesState: true,
  summary: 'Request a file of the events that match the filters when it is made; a spreadsheet, CSV, JSON or SARIF',
  // Strict: ignoring a misspelt filter would make a report of more events than requested.
  /** Five lists of a hundred values of 300 characters, up to three bytes each. */
  bodyBytes: 512 * 1024,
  body: z.strictObject({
    filters: z.strictObject(eventFilters.shape).default({}),
    format: z.enum(REPORT_FORMATS).default('xls'),
    /** The caller's id of the request. Sent again with it, the same request is answered with the report that it made. */
    idempotency_key: z.uuid().optional(),
  }),
  answer: reportRow,
  errors: ['idempotency_key_reused', 'reports_not_allowed', 'too_many_reports'],
});

export const listReports = defineRoute({
  method: 'GET',
  path: '/api/reports/',
  service: 'reports',
  access: 'user',
  changesState: false,
  summary: 'List reports, newest first',
  query: pageQuery.extend({ org: z.uuid().optional() }),
  /** `allowed`: whether the caller may request reports now. */
  answer: page(reportRow).extend({ allowed: z.boolean() }),
  errors: [],
});

export const downloadReport = defineRoute({
  method: 'GET',
  path: '/api/reports/{id}/',
  service: 'reports',
  access: 'user',
  changesState: false,
  summary: 'Download the file of a ready report',
  params: idParams,
  answer: z.string(),
  answerType: SPREADSHEET_TYPE,
  otherAnswers: {
    [CSV_TYPE]: z.string(),
    [JSON_TYPE]: z.array(reportEvent),
    [SARIF_TYPE]: z.looseObject({ version: z.literal('2.1.0'), runs: z.array(z.looseObject({})) }),
  },
  errors: ['report_not_ready'],
});

export const regenerateReport = defineRoute({
  method: 'PATCH',
  path: '/api/reports/{id}/',
  service: 'reports',
  access: 'user',
  changesState: true,
  summary: 'Regenerate a report without a file, with the same filters',
  params: idParams,
  answer: reportRow,
  errors: ['report_not_deleted', 'reports_not_allowed', 'too_many_reports'],
});

export const deleteReport = defineRoute({
  method: 'DELETE',
  path: '/api/reports/{id}/',
  service: 'reports',
  access: 'user',
  changesState: true,
  summary: 'Delete a report with its file, whatever its status',
  params: idParams,
  answer: done,
  errors: [],
});
