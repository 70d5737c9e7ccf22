import { REPORT_FAULTS, REPORT_FORMATS, REPORT_STATUSES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, idParams, page, pageQuery } from '../paging.ts';
import { defineRoute, SPREADSHEET_TYPE } from '../route.ts';
import { eventFilters } from './events.ts';

/** Reports of an organisation that are being made or wait for it: one organisation must not keep the others waiting. */
export const MAX_REPORTS_IN_WORK = 5;

export const reportRow = z.object({
  id: z.uuid(),
  created: z.iso.datetime(),
  /** The username of who asked for it. */
  reporter: z.string(),
  /** Whose events it is of; null for those of all organisations, which staff alone ask for and see. */
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  report_format: z.enum(REPORT_FORMATS),
  report_status: z.enum(REPORT_STATUSES),
  report_filename: z.string(),
  filters: eventFilters,
  /** Until when the file is there; null without a file. */
  stored_until: z.iso.datetime().nullable(),
  rows_written: z.number().int(),
  /** null until the events are counted. */
  rows_total: z.number().int().nullable(),
  /** Why there is no file, when it could not be made. */
  fault: z.enum(REPORT_FAULTS).nullable(),
});
export type ReportRow = z.output<typeof reportRow>;

export const createReport = defineRoute({
  method: 'POST',
  path: '/api/reports/',
  service: 'reports',
  access: 'user',
  changesState: true,
  summary: 'Ask for a spreadsheet of the events that the filters match when it is made',
  // Strict: a filter that is misspelt would make a report of more than was asked for.
  body: z.strictObject({ filters: z.strictObject(eventFilters.shape).default({}), format: z.enum(REPORT_FORMATS) }),
  answer: reportRow,
  errors: ['reports_not_allowed', 'too_many_reports'],
});

export const listReports = defineRoute({
  method: 'GET',
  path: '/api/reports/',
  service: 'reports',
  access: 'user',
  changesState: false,
  summary: 'Reports, newest first',
  query: pageQuery.extend({ org: z.uuid().optional() }),
  /** `allowed`: whether the caller may ask for reports now. */
  answer: page(reportRow).extend({ allowed: z.boolean() }),
  errors: [],
});

export const downloadReport = defineRoute({
  method: 'GET',
  path: '/api/reports/{id}/',
  service: 'reports',
  access: 'user',
  changesState: false,
  summary: 'The spreadsheet of a report that is ready',
  params: idParams,
  answer: z.string(),
  answerType: SPREADSHEET_TYPE,
  errors: ['report_not_ready'],
});

export const regenerateReport = defineRoute({
  method: 'PATCH',
  path: '/api/reports/{id}/',
  service: 'reports',
  access: 'user',
  changesState: true,
  summary: 'Make a report whose file is gone again, with the same filters',
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
  summary: 'Delete a report with its file, in whatever state it is',
  params: idParams,
  answer: done,
  errors: [],
});
