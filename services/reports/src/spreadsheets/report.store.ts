import type { EventFilters, ReportRow } from '@leakwatch/contracts';
import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { REPORT_STATUSES_IN_WORK, reportStatusesBefore } from '@leakwatch/vocabulary';

export interface NewReport {
  readonly id: string;
  readonly organisation: string | null;
  readonly reporter: { readonly id: string; readonly username: string };
  readonly locale: 'ru' | 'en';
  readonly format: ReportRow['report_format'];
  readonly filters: EventFilters;
  readonly filename: string;
}

export async function insertReport(em: SqlEntityManager, report: NewReport): Promise<void> {
  await row(
    em,
    sql`insert into reports.report (id, organisation_id, reporter_id, reporter, locale, format, status, filters, filename)
        values (${report.id}, ${report.organisation}, ${report.reporter.id}, ${report.reporter.username}, ${report.locale},
          ${report.format}, 'enqueued', ${JSON.stringify(report.filters)}::jsonb, ${report.filename})`,
  );
}

/** Of a file that is gone, to be made again. False when the report is not in a status for it. */
export async function enqueueAgain(em: SqlEntityManager, id: string, filename: string): Promise<boolean> {
  const found = await row(
    em,
    sql`update reports.report set status = 'enqueued', filename = ${filename}, tries = 0, rows_written = 0, rows_total = null,
          fault = null, touched = now()
        where id = ${id} and status = 'deleted' returning id`,
  );
  return found !== undefined;
}

/** Reports in work of an organisation, or of all. Waits for whoever asks for the same one's at the same time. */
export async function countInWork(em: SqlEntityManager, organisation: string | null): Promise<number> {
  await row(em, sql`select pg_advisory_xact_lock(hashtextextended('reports of ' || ${organisation ?? 'all'}::text, 0))`);
  const found = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from reports.report
      where status = any (${[...REPORT_STATUSES_IN_WORK]}::text[]) and organisation_id is not distinct from ${organisation}::uuid`,
  );
  return found?.count ?? 0;
}

export interface ClaimedReport {
  readonly id: string;
  readonly organisation_id: string | null;
  readonly locale: 'ru' | 'en';
  readonly filters: EventFilters;
  readonly attempt: number;
  readonly tries: number;
}

/** Takes a report to be made. undefined when it is gone, or its making over. */
export function claimReport(em: SqlEntityManager, id: string): Promise<ClaimedReport | undefined> {
  return row(
    em,
    sql<ClaimedReport>`
      update reports.report set status = 'processing', attempt = attempt + 1, tries = tries + 1, rows_written = 0,
        rows_total = null, touched = now()
      where id = ${id} and status = any (${reportStatusesBefore('processing')}::text[])
      returning id, organisation_id, locale, filters, attempt, tries`,
  );
}

/** Changes a report for the worker that makes it. False when it is no longer that worker's. */
export async function changeClaimed(
  em: SqlEntityManager,
  claimed: Pick<ClaimedReport, 'id' | 'attempt'>,
  change: RawBuilder<unknown>,
): Promise<boolean> {
  const found = await row(
    em,
    sql`update reports.report set ${change}, touched = now()
        where id = ${claimed.id} and attempt = ${claimed.attempt} and status = 'processing' returning id`,
  );
  return found !== undefined;
}

/** The ids of reports in work that nobody has touched for so long. */
export const quietReports = (seconds: number) =>
  sql<{ id: string }>`select id from reports.report
    where status in ('enqueued', 'processing') and touched < now() - make_interval(secs => ${seconds}) order by touched limit 100`;
