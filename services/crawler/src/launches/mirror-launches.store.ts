import type { RepositoryProgress } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { HEARTBEAT_SECONDS } from './launch.store.ts';

/** Launches that are reported in one transaction: the first report of each has up to 2,000 repositories. */
export const MIRROR_LAUNCHES_A_ROUND = 20;

/** How far the repositories of a launch's task are. */
export interface MirrorLaunchState {
  readonly launch_id: string;
  readonly task_id: string;
  readonly organisation_id: string;
  readonly percent: number;
  /** No report yet: the first one has every repository. */
  readonly is_new: boolean;
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
  /** The transactions whose changes are in these numbers. */
  readonly seen: string;
}

/** Open launches over repositories to report, locked. */
export const mirrorLaunchesToReport = (em: SqlEntityManager): Promise<MirrorLaunchState[]> =>
  rows(
    em,
    sql<MirrorLaunchState>`
      with due as (
        select l.* from crawler.launch l
        where l.source_type = 'git_repo' and l.ended_at is null and (l.reported_at is null or l.cancelled
          or l.reported_at < now() - make_interval(secs => ${HEARTBEAT_SECONDS})
          or exists (select from crawler.mirror_use u where u.task_id = l.task_id and u.changed_in is distinct from u.reported_in))
        order by l.reported_at nulls first limit ${MIRROR_LAUNCHES_A_ROUND} for update of l skip locked
      )
      select l.launch_id, l.task_id, l.organisation_id, l.percent, not l.cancelled as runs, l.reported_at is null as is_new,
        coalesce(jsonb_array_length(t.snapshot -> 'repositories'), 0) as units, r.known, r.done, r.failed, r.error_code, r.progress,
        pg_current_snapshot()::text as seen
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

/**
 * Repositories of a task to be reported: those that changed since they were last reported, or all of them. They count as reported, but not a change
 * that came after the launch's state was read: it may be the one that ends the launch, and the next report follows it.
 */
export const repositoriesToReport = (
  em: SqlEntityManager,
  { task_id: task, seen }: Pick<MirrorLaunchState, 'task_id' | 'seen'>,
  all: boolean,
): Promise<RepositoryProgress[]> =>
  rows(
    em,
    sql<RepositoryProgress>`
      with due as materialized (
        select u.mirror_id, changed.is_seen from crawler.mirror_use u
        cross join lateral (select pg_visible_in_snapshot(u.changed_in::text::xid8, ${seen}::pg_snapshot) as is_seen) as changed
        where u.task_id = ${task} and u.repository_id is not null and (${all} or (u.changed_in is distinct from u.reported_in and changed.is_seen))
        order by u.mirror_id for update of u
      ), reported as (
        update crawler.mirror_use u set reported_in = case when due.is_seen then u.changed_in else u.reported_in end
        from due where u.mirror_id = due.mirror_id and u.task_id = ${task}
        returning u.repository_id as id, u.status, u.error_code, u.blobs_total, u.blobs_scanned, u.blobs_unread, u.blobs_unchecked,
          to_char(u.last_indexed at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_indexed
      )
      select * from reported order by id`,
  );
