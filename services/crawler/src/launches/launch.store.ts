import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { CrawlJob, UnitSums } from '@leakwatch/contracts';
import { type LaunchErrorCode, type SourceType, STALLED_SECONDS } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { WAITING_CODES } from '../units/failures.ts';

/** Launches of which one round reports; the next round follows within a second. */
const A_ROUND = 200;
/** A launch about which nothing changes is reported at least this often, so that silence means that no crawler runs. */
export const HEARTBEAT_SECONDS = 60;
/** When a launch last made progress. Time in which no crawler ran, and so none reported, does not count. */
const COUNTED_PROGRESS = sql<Date>`(progressed_at + case when reported_at < now() - make_interval(secs => ${3 * HEARTBEAT_SECONDS})
  then now() - reported_at else interval '0' end)`;
const IS_STALLED = sql<boolean>`${COUNTED_PROGRESS} < now() - make_interval(secs => ${STALLED_SECONDS})`;

/** Opens a launch; one of a task that does not run any more is cancelled. Returns false where it is known already. */
export async function openLaunch(
  em: SqlEntityManager,
  { launch_id, task_id, organisation_id, source_type }: CrawlJob,
  runs: boolean,
): Promise<boolean> {
  const opened = await tables(em)
    .insertInto('crawler.launch')
    .values({ launch_id, task_id, organisation_id, source_type, cancelled: !runs })
    .onConflict((conflict) => conflict.column('launch_id').doNothing())
    .returning('launch_id')
    .execute();
  return opened.length === 1;
}

/** How far the units are that a launch's task needs. */
export interface LaunchState {
  readonly launch_id: string;
  readonly task_id: string;
  readonly organisation_id: string;
  readonly source_type: SourceType;
  readonly percent: number;
  /** The oldest transaction whose changes these numbers may lack. */
  readonly seen_before: string;
  /** Content of the last report, within the heartbeat; else null. */
  readonly last_report: string | null;
  /** The task was not stopped since. */
  readonly runs: boolean;
  readonly units: number;
  /** Read after the launch began, or recently enough before. */
  readonly done: number;
  /** Failed after the launch began. */
  readonly failed: number;
  readonly error_code: LaunchErrorCode | null;
  readonly sums: Omit<UnitSums, 'stalled'>;
  /** What had been done when the launch last made progress; see progressOf. */
  readonly progress_made: string | null;
  /** When that was, where it is so long ago that the launch counts as stalled. */
  readonly stalled_since: string | null;
  /** Why one of its units waits, or another one of their scope. */
  readonly waiting_code: LaunchErrorCode | null;
  /** Mean of the units' progress, 0-100. */
  readonly progress: number;
}

/**
 * Open launches of a source whose units changed since the last report, or that were not reported for long; locked. A change that was not
 * committed at the last report counts: times would miss it, transaction numbers do not (docs/decisions/0086).
 */
export const launchesToReport = (em: SqlEntityManager, source: SourceType, freshSeconds: number): Promise<LaunchState[]> =>
  rows(
    em,
    sql<LaunchState>`
      with due as (
        select l.* from crawler.launch l
        where l.source_type = ${source} and l.ended_at is null and (l.reported_at is null
          or l.reported_at < now() - make_interval(secs => ${HEARTBEAT_SECONDS})
          or l.cancelled
          or exists (select from crawler.subscription s join crawler.unit u on u.id = s.unit_id
            where s.task_id = l.task_id and s.source_type = l.source_type and u.changed_in >= l.reported_before))
        order by l.reported_at nulls first limit ${A_ROUND} for update of l skip locked
      )
      select l.launch_id, l.task_id, l.organisation_id, l.source_type, l.percent, not l.cancelled as runs,
        pg_snapshot_xmin(pg_current_snapshot())::text as seen_before,
        case when l.reported_at > now() - make_interval(secs => ${HEARTBEAT_SECONDS}) then l.told end as last_report,
        count(u.id)::int as units, (count(*) filter (where state.done))::int as done,
        (count(*) filter (where state.failed and not state.done))::int as failed,
        min(u.error_code) filter (where state.failed and not state.done) as error_code,
        jsonb_build_object('units', count(u.id), 'failed', count(*) filter (where u.failing_since is not null),
          'total', sum((counts.pass ->> 'total')::int), 'returned', coalesce(sum((counts.pass ->> 'returned')::int), 0),
          'read', coalesce(sum((counts.pass ->> 'read')::int), 0), 'unread', coalesce(sum(counts.unread), 0),
          'unchecked', coalesce(sum((counts.pass ->> 'unchecked')::int), 0),
          'capped', count(*) filter (where (counts.pass ->> 'capped')::boolean),
          'incomplete', count(*) filter (where (counts.pass ->> 'incomplete')::boolean),
          'last_full_pass', case when bool_and(u.last_pass_ended_at is not null and u.failing_since is null)
            then to_char(min(u.last_pass_ended_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
          'silent', count(*) filter (where u.silent_since is not null),
          'silent_since', to_char(min(u.silent_since) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'failing_since', to_char(min(u.failing_since) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'error_code', min(u.error_code)) as sums,
        l.progress_made, case when ${IS_STALLED}
          then to_char(${COUNTED_PROGRESS} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as stalled_since,
        coalesce(min(u.error_code), case when ${IS_STALLED}
          then (select min(w.error_code) from crawler.unit w where w.source_type = l.source_type and w.wanted_at is not null
            and w.credential_scope in ('', l.organisation_id::text) and w.error_code = any (${[...WAITING_CODES]}::text[])) end) as waiting_code,
        coalesce(avg(case when state.done or state.failed then 100 when u.pass_began_at is null then 0 else u.percent end), 100)::int as progress
      from due l left join crawler.subscription s on s.task_id = l.task_id and s.source_type = l.source_type
      left join crawler.unit u on u.id = s.unit_id
      left join lateral (select
        coalesce(u.last_pass_began_at >= l.began_at - make_interval(secs => ${freshSeconds}), false) and u.failing_since is null
          -- A pass that began before the query served the task's pattern does not count.
          and (s.pattern_ids is null or s.added <= u.added) as done,
        u.failing_since is not null and coalesce(u.failed_at >= l.began_at, false) as failed) as state on u.id is not null
      left join lateral (select p.pass, coalesce((select sum(value::int) from jsonb_each_text(p.pass -> 'unread')), 0)::int as unread
        from (select coalesce(u.last_pass, u.pass) as pass) as p) as counts on u.id is not null
      group by l.launch_id, l.task_id, l.organisation_id, l.source_type, l.percent, l.cancelled, l.reported_at, l.told, l.progress_made, l.progressed_at`,
  );

/** Records what was read, the progress, and the report when it differs from the one before. */
export async function recordReport(
  em: SqlEntityManager,
  { launch_id, seen_before, last_report, progress_made }: LaunchState,
  { percent, content, made }: { readonly percent: number; readonly content: string; readonly made: string },
): Promise<void> {
  const reported = last_report === content ? {} : { percent, told: content, reported_at: sql<Date>`clock_timestamp()` };
  const progressed =
    progress_made === made ? { progressed_at: COUNTED_PROGRESS } : { progress_made: made, progressed_at: sql<Date>`clock_timestamp()` };
  await tables(em)
    .updateTable('crawler.launch')
    .set({ ...reported, ...progressed, reported_before: seen_before })
    .where('launch_id', '=', launch_id)
    .execute();
}

/** Records that a launch over repositories was reported. */
export async function recordMirrorReport(em: SqlEntityManager, launch: string, percent: number): Promise<void> {
  await tables(em)
    .updateTable('crawler.launch')
    .set({ percent, reported_at: sql`clock_timestamp()` })
    .where('launch_id', '=', launch)
    .execute();
}

export async function endLaunch(em: SqlEntityManager, launch: string, percent: number): Promise<void> {
  await tables(em)
    .updateTable('crawler.launch')
    .set({ percent, reported_at: sql`clock_timestamp()`, ended_at: sql`now()` })
    .where('launch_id', '=', launch)
    .execute();
}
