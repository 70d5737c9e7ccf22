import type { EventFilters } from '@leakwatch/contracts';
import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { REPORT_STATUSES_IN_WORK, type ReportFault, reportStatusesBefore } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { type Report, ReportEntity } from './report.entity.ts';

export interface NewReport extends Pick<Report, 'id' | 'locale' | 'format' | 'filename'> {
  readonly organisation: string | null;
  readonly reporter: { readonly id: string; readonly username: string };
  readonly filters: EventFilters;
  readonly key: string | undefined;
}

export async function insertReport(em: SqlEntityManager, { organisation, reporter, key, ...report }: NewReport): Promise<void> {
  em.create(ReportEntity, {
    ...report,
    organisation_id: organisation,
    reporter_id: reporter.id,
    reporter: reporter.username,
    status: 'enqueued',
    request_key: key ?? null,
  });
  await em.flush();
}

/** What an earlier request of the person with the same id made; `same`: whether it asked for the same. */
export const madeBefore = (
  em: SqlEntityManager,
  { organisation, reporter, format, filters, key }: Pick<NewReport, 'organisation' | 'reporter' | 'format' | 'filters' | 'key'>,
): Promise<{ readonly id: string; readonly same: boolean } | undefined> =>
  row(
    em,
    sql<{ id: string; same: boolean }>`
      select id, organisation_id is not distinct from ${organisation}::uuid and format = ${format}
        and filters = ${JSON.stringify(filters)}::jsonb as same
      from reports.report where reporter_id = ${reporter.id}::uuid and request_key = ${key ?? null}::uuid`,
  );

/** What a download needs of a report; undefined when the scope does not see it. */
export const storedFile = (em: SqlEntityManager, id: string) =>
  tables(em)
    .selectFrom('reports.report')
    .select(['organisation_id', 'filename', 'format', 'object_key'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes a report and returns what it held; undefined when the scope does not see it. */
export const removeReport = (em: SqlEntityManager, id: string) =>
  tables(em).deleteFrom('reports.report').where('id', '=', id).returning(['organisation_id', 'object_key']).executeTakeFirst();

/** Deletes the reports of an organisation in every state, and schedules the deletion of their files. */
export async function removeReportsOf(em: SqlEntityManager, organisation: string): Promise<void> {
  await row(
    em,
    sql`with removed as (delete from reports.report where organisation_id = ${organisation} returning object_key)
      insert into reports.file_deletion (object_key, due) select object_key, now() from removed where object_key is not null
      on conflict (object_key) do update set due = excluded.due`,
  );
}

/** Enqueues a report whose file was deleted. False when the report is not in a status for it. */
export async function enqueueAgain(em: SqlEntityManager, id: string, filename: string): Promise<boolean> {
  const found = await tables(em)
    .updateTable('reports.report')
    .set({ status: 'enqueued', filename, tries: 0, rows_written: 0, rows_total: null, fault: null, touched: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'deleted')
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Waits while another transaction adds a report of the same organisation, or of all: two requests at once cannot pass the limit together. */
export const lockReports = (em: SqlEntityManager, organisation: string | null) =>
  row(em, sql`select pg_advisory_xact_lock(hashtextextended('reports of ' || ${organisation ?? 'all'}::text, 0))`);

/** Counts the reports in work of an organisation, or of those that are of all; they must be locked. */
export async function countInWork(em: SqlEntityManager, organisation: string | null): Promise<number> {
  const found = await tables(em)
    .selectFrom('reports.report')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('status', 'in', [...REPORT_STATUSES_IN_WORK])
    .where('organisation_id', 'is not distinct from', organisation)
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

/** Claims a report to be made. undefined when it was deleted, or needs no making. */
export const claimReport = (em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('reports.report')
    .set((eb) => ({
      status: 'processing',
      attempt: eb('attempt', '+', 1),
      tries: eb('tries', '+', 1),
      rows_written: 0,
      rows_total: null,
      touched: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .where('status', 'in', [...reportStatusesBefore('processing')])
    .returning(['id', 'organisation_id', 'locale', 'format', 'filters', 'attempt', 'tries'])
    .executeTakeFirst();
export type ClaimedReport = NonNullable<Awaited<ReturnType<typeof claimReport>>>;

/** Changes a report for the worker that claimed it. False when another worker has claimed it since, or it was deleted. */
async function changeClaimed(em: SqlEntityManager, { id, attempt }: ClaimedReport, change: Partial<Report>): Promise<boolean> {
  const found = await tables(em)
    .updateTable('reports.report')
    .set({ ...change, touched: sql<Date>`now()` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** All of these are false when the report is not the worker's any more. */
export const writeProgress = (em: SqlEntityManager, claimed: ClaimedReport, written: number, total: number) =>
  changeClaimed(em, claimed, { rows_written: written, rows_total: total });

export const enqueueClaimed = (em: SqlEntityManager, claimed: ClaimedReport, tries: number) =>
  changeClaimed(em, claimed, { status: 'enqueued', tries });

export const failClaimed = (em: SqlEntityManager, claimed: ClaimedReport, fault: ReportFault) =>
  changeClaimed(em, claimed, { status: 'deleted', fault });

export async function completeClaimed(em: SqlEntityManager, { id, attempt }: ClaimedReport, key: string, days: number): Promise<boolean> {
  const found = await tables(em)
    .updateTable('reports.report')
    .set((eb) => ({
      status: 'ready',
      object_key: key,
      rows_total: eb.ref('rows_written'),
      fault: null,
      stored_until: sql<Date>`now() + make_interval(days => ${days})`,
      touched: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** The ids of reports in work that no worker has touched for so long. */
export const quietReports = (em: SqlEntityManager, seconds: number) =>
  tables(em)
    .selectFrom('reports.report')
    .select('id')
    .where('status', 'in', [...REPORT_STATUSES_IN_WORK])
    .where('touched', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('touched')
    .limit(100)
    .execute();

/** Expires at most `limit` reports whose files were stored long enough, and schedules the files' deletion. */
export async function expireReports(em: SqlEntityManager, limit: number): Promise<number> {
  const expired = await row(
    em,
    sql<{ count: number }>`
      with due as (
        select id, object_key from reports.report where status = 'ready' and stored_until <= now()
        order by stored_until limit ${limit} for update skip locked
      ), scheduled as (
        insert into reports.file_deletion (object_key, due) select object_key, now() from due
        on conflict (object_key) do update set due = excluded.due
      ), expired as (
        update reports.report r set status = 'deleted', object_key = null, stored_until = null from due
        where r.id = due.id returning 1
      ) select count(*)::int as count from expired`,
  );
  return expired?.count ?? 0;
}
