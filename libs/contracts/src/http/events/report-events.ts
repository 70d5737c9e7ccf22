import { SEVERITIES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { eventFilters, eventRow, foundToken } from './events.ts';

/** Maximum number of events of one page: a few megabytes, and a short query for the events service. */
export const REPORT_PAGE = 500;

/** An event as a report has it: an element of a JSON report (docs/behaviour/reports.md). Fields are added, never changed. */
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
    due_date: true,
    reason: true,
    from_archive: true,
  })
  .extend({
    task: z.uuid(),
    /** The name of the assignee; null when unassigned. */
    assignee: z.string().nullable(),
    /** Plain text, without marks, its secrets masked. */
    content: z.string(),
    /** The worst of what was found; null where nothing was. */
    severity: z.enum(SEVERITIES).nullable(),
    /** What the detectors and the templates of staff found in the text, the worst first. Values are masked. */
    tokens: z.array(foundToken.pick({ id: true, name: true, detector: true, severity: true, count: true, masked: true })),
    /** Keyed hashes of the secrets: the same secret has the same hash in every event of the organisation, and in no other organisation. */
    secret_hashes: z.array(z.string()),
    /** sha256 of the document, in hexadecimal digits; null where nothing of it was kept. */
    content_hash: z.string().nullable(),
  });
export type ReportEvent = z.output<typeof reportEvent>;

/** The last event of a page in the order of the list. `created` has microsecond precision, as in PostgreSQL. */
export const reportCursor = z.object({ created: z.iso.datetime({ offset: true, precision: 6 }), id: z.uuid() });
export type ReportCursor = z.output<typeof reportCursor>;

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
    after: reportCursor.nullable(),
  }),
  answer: z.object({
    /** Number of matching events; only with the first page. */
    total: z.number().int().nullable(),
    events: z.array(reportEvent),
    next: reportCursor.nullable(),
  }),
  errors: [],
});
