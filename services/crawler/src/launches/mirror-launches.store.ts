import type { RepositoryProgress } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';

/** Launches of which one round reports; the next round follows within a second. */
const A_ROUND = 200;
/** A launch about which nothing changes is reported at least this often, so that silence means that no crawler runs. */
const HEARTBEAT_SECONDS = 5;

/** How far the repositories of a launch's task are. */
export interface MirrorLaunchState {
  readonly launch_id: string;
  readonly task_id: string;
  readonly organisation_id: string;
  readonly percent: number;
  /** The oldest transaction whose changes these numbers may lack. */
  readonly seen_before: string;
  /** From which transaction on changes have not been reported; null before the first report. */
  readonly reported_before: string | null;
  /** The task was not stopped since. */
  readonly runs: boolean;
  /** Repositories that the task names. */
  readonly units: number;
  /** Asked for, or read since the launch began. */
  readonly known: number;
  /** Read since the launch began. */
  readonly done: number;
  /** Of which nothing could be read since the launch began. */
  readonly failed: number;
  readonly error_code: LaunchErrorCode | null;
  /** Mean of the repositories' progress, 0-100. */
  readonly progress: number;
}

/** Open launches over repositories to report, locked. A change that was not committed at the last report counts (docs/decisions/0086). */
export const mirrorLaunchesToReport = (em: SqlEntityManager): Promise<MirrorLaunchState[]> =>
  rows(
    em,
    sql<MirrorLaunchState>`
      with due as (
        select l.* from crawler.launch l
        where l.source_type = 'git_repo' and l.ended_at is null and (l.reported_at is null or l.cancelled
          or l.reported_at < now() - make_interval(secs => ${HEARTBEAT_SECONDS})
          or exists (select from crawler.mirror_use u where u.task_id = l.task_id and u.changed_in >= l.reported_before))
        order by l.reported_at nulls first limit ${A_ROUND} for update of l skip locked
      )
      select l.launch_id, l.task_id, l.organisation_id, l.percent, not l.cancelled as runs, l.reported_before::text,
        pg_snapshot_xmin(pg_current_snapshot())::text as seen_before,
        coalesce(jsonb_array_length(t.snapshot -> 'repositories'), 0) as units, r.known, r.done, r.failed, r.error_code, r.progress
      from due l left join crawler.watched_task t on t.task_id = l.task_id
      cross join lateral (
        select (count(*) filter (where u.wanted_at is not null or state.done or state.failed))::int as known,
          (count(*) filter (where state.done))::int as done, (count(*) filter (where state.failed))::int as failed,
          min(u.error_code) filter (where state.failed) as error_code, coalesce(floor(avg(u.percent)), 0)::int as progress
        from crawler.mirror_use u
        cross join lateral (select
          coalesce(u.ended_began_at >= l.began_at, false) and not u.failed as done,
          coalesce(u.ended_began_at >= l.began_at, false) and u.failed as failed) as state
        where u.task_id = l.task_id
      ) as r`,
  );

/** The repositories of a task that changed in or after a transaction; all of them where none is given. */
export const repositoriesOf = (em: SqlEntityManager, task: string, since: string | null): Promise<RepositoryProgress[]> =>
  rows(
    em,
    sql<RepositoryProgress>`
      select u.repository_id as id, u.status, u.error_code, u.blobs_total, u.blobs_scanned, u.blobs_unread, u.blobs_unchecked,
        to_char(u.last_indexed at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_indexed
      from crawler.mirror_use u
      where u.task_id = ${task} and u.repository_id is not null and (${since}::bigint is null or u.changed_in >= ${since}::bigint)
      order by u.repository_id`,
  );
