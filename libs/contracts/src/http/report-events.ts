import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { eventFilters, eventRow } from './events.ts';

/** Events of one page of a report: some megabytes at the most, and short for the events service. */
export const REPORT_PAGE = 500;

export const reportEvent = eventRow
  .pick({
    id: true,
    status: true,
    source_type: true,
    pattern: true,
    filter_keywords: true,
    task_name: true,
    created: true,
    updated_at: true,
    last_seen: true,
    username: true,
    repo_name: true,
    repo_url: true,
    file_url: true,
    file_path: true,
    file_lang: true,
    line: true,
    commit: true,
    commit_author: true,
    commit_date: true,
  })
  /** As text, without marks. */
  .extend({ content: z.string() });
export type ReportEvent = z.output<typeof reportEvent>;

/** Where a page ended, in the order of the list. `created` to the microsecond, as PostgreSQL has it. */
const cursor = z.object({ created: z.iso.datetime({ offset: true, precision: 6 }), id: z.uuid() });
export type ReportCursor = z.output<typeof cursor>;

/** Asked by the reports service; never reachable from outside. */
export const internalReportEvents = defineRoute({
  method: 'POST',
  path: '/internal/events/report/',
  service: 'events',
  access: 'service',
  changesState: false,
  summary: 'Events that filters match in the order of the list, a page at a time by keyset',
  body: z.object({
    /** Whose events; null for those of all organisations. */
    organisation: z.uuid().nullable(),
    filters: eventFilters,
    after: cursor.nullable(),
  }),
  answer: z.object({
    /** How many the filters match; asked for with the first page alone. */
    total: z.number().int().nullable(),
    events: z.array(reportEvent),
    next: cursor.nullable(),
  }),
  errors: [],
});
