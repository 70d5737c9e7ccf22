import type { EventFilters } from '@leakwatch/contracts';
import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { Locale, ReportFault, ReportFormat, ReportStatus } from '@leakwatch/vocabulary';

/** A spreadsheet that a person asked for. */
export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'report',
  schema: 'reports',
  properties: {
    id: p.uuid().primary(),
    /** null: of all organisations, which only staff ask for and see. */
    organisation_id: p.uuid().nullable(),
    created: p.datetime().defaultRaw('now()'),
    reporter_id: p.uuid(),
    reporter: p.text(),
    locale: p.text().$type<Locale>(),
    format: p.text().$type<ReportFormat>(),
    status: p.text().$type<ReportStatus>(),
    filters: p.json<EventFilters>(),
    filename: p.text(),
    /** The reporter's id of the request that made it. */
    request_key: p.uuid().nullable(),
    /** Raised by each worker that begins: writes of an earlier worker are refused. */
    attempt: p.integer().default(0),
    /** Attempts that failed, or whose worker died. */
    tries: p.integer().default(0),
    rows_written: p.integer().default(0),
    rows_total: p.integer().nullable(),
    object_key: p.text().nullable(),
    stored_until: p.datetime().nullable(),
    fault: p.text().$type<ReportFault>().nullable(),
    touched: p.datetime().defaultRaw('now()'),
  },
});
export type Report = RowOf<typeof ReportEntity>;
