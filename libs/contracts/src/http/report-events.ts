import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { eventFilters, eventRow } from './events.ts';

/** Maximum number of events of one page: a few megabytes, and a short query for the events service. */
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
  /** Plain text, without marks, its secrets masked. */
  .extend({ content: z.string() });
export type ReportEvent = z.output<typeof reportEvent>;

/** The last event of a page in the order of the list. `created` has microsecond precision, as in PostgreSQL. */
const cursor = z.object({ created: z.iso.datetime({ offset: true, precision: 6 }), id: z.uuid() });
export type ReportCursor = z.output<typeof cursor>;

/** The reports service calls it; not reachable from outside. */
export const internalReportEvents = defineRoute({
  method: 'POST',
  path: '/internal/events/report/',
  service: 'events',
  access: 'service',
  changesState: false,
  summary: 'List events that match filters in the order of the list, one page for each call',
  body: z.object({
    /** The organisation of the events; null for all organisations. */
    organisation: z.uuid().nullable(),
    filters: eventFilters,
    after: cursor.nullable(),
  }),
  answer: z.object({
    /** Number of matching events; only with the first page. */
    total: z.number().int().nullable(),
    events: z.array(reportEvent),
    next: cursor.nullable(),
  }),
  errors: [],
});
