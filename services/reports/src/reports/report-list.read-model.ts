import type { InputOf, listReports, ReportRow } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Report } from './report.entity.ts';

type StoredRow = Pick<
  Report,
  'id' | 'created' | 'reporter' | 'filters' | 'stored_until' | 'rows_written' | 'rows_total' | 'fault' | 'organisation_id'
> &
  Pick<ReportRow, 'report_format' | 'report_status' | 'report_filename'> & { readonly organisation_name: string | null };

const COLUMNS = sql.raw(`
  r.id, r.created, r.reporter, r.format as report_format, r.status as report_status, r.filename as report_filename, r.filters,
  r.stored_until, r.rows_written, r.rows_total, r.fault, r.organisation_id, o.name as organisation_name
  from reports.report r left join reports.organisation o on o.organisation_id = r.organisation_id`);

function toRow({ organisation_id: id, organisation_name: name, ...stored }: StoredRow): ReportRow {
  return {
    ...stored,
    created: stored.created.toISOString(),
    stored_until: stored.stored_until?.toISOString() ?? null,
    company: id === null ? null : { id, name: name ?? '' },
  };
}

/** undefined when the scope does not see it. */
export async function reportOf(em: SqlEntityManager, id: string): Promise<ReportRow | undefined> {
  const found = await row(em, sql<StoredRow>`select ${COLUMNS} where r.id = ${id}`);
  return found === undefined ? undefined : toRow(found);
}

/** One page of reports, newest first, with how many there are. */
export async function reportList(em: SqlEntityManager, { org, limit, offset }: InputOf<typeof listReports>['query']) {
  const chosen = sql`(${org ?? null}::uuid is null or r.organisation_id = ${org ?? null}::uuid)`;
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from reports.report r where ${chosen}`);
  const found = await rows(
    em,
    sql<StoredRow>`select ${COLUMNS} where ${chosen} order by r.created desc, r.id limit ${limit} offset ${offset}`,
  );
  return { count: counted?.count ?? 0, results: found.map(toRow) };
}
