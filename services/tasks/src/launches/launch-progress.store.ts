import type { LaunchFinished, LaunchProgress, RepositoryProgress } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { REPOSITORY_TRANSITIONS } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** Stores what a worker reports of a running launch. Returns false for a report of a launch that is over, which changes nothing. */
export async function saveProgress(em: SqlEntityManager, progress: LaunchProgress): Promise<boolean> {
  const launch = await tables(em)
    .updateTable('tasks.launch')
    .set({ activity_at: sql`greatest(activity_at, ${progress.activity_at}::timestamptz)` })
    .where('id', '=', progress.launch_id)
    .where('state', 'in', ['released', 'cancelling'])
    .returning('state')
    .executeTakeFirst();
  if (launch?.state !== 'released') return false;
  await tables(em)
    .updateTable('tasks.task_source')
    .set({
      state: 'running',
      progress: progress.progress,
      activity_at: new Date(progress.activity_at),
      ...(progress.units !== null && { units: sql`${JSON.stringify(progress.units)}::jsonb` }),
    })
    .where('task_id', '=', progress.task_id)
    .where('source_type', '=', progress.source_type)
    .execute();
  await saveRepositoryProgress(em, progress.task_id, progress.repositories);
  return true;
}

/** One statement for all of them: a task may have thousands, and an edit waits for the report. Rows that stay the same are not written. */
export async function saveRepositoryProgress(
  em: SqlEntityManager,
  task: string,
  repositories: readonly RepositoryProgress[],
): Promise<void> {
  if (repositories.length === 0) return;
  const becomes = sql`(${JSON.stringify(REPOSITORY_TRANSITIONS)}::jsonb -> r.status ->> n.status)`;
  await rows(
    em,
    // Before a repository's files are counted, and when it cannot be read, the numbers of the last pass stay.
    sql`with told as (
          select n.*, n.status <> 'created' as reached, n.blobs_total > 0 or n.status in ('processing_commits', 'ready_to_search') as counted
          from jsonb_to_recordset(${JSON.stringify(repositories)}::jsonb) as n (id uuid, status text, error_code text, blobs_total int,
            blobs_scanned int, blobs_unread int, blobs_unchecked int, last_indexed timestamptz)
        )
        update tasks.repository r set status = ${becomes}, error_code = case when reached then n.error_code else r.error_code end, last_indexed = coalesce(n.last_indexed, r.last_indexed),
          blobs_total = case when counted then n.blobs_total else r.blobs_total end,
          blobs_scanned = case when counted then n.blobs_scanned else r.blobs_scanned end,
          blobs_unread = case when counted then n.blobs_unread else r.blobs_unread end,
          blobs_unchecked = case when counted then n.blobs_unchecked else r.blobs_unchecked end
        from told n
        where r.id = n.id and r.task_id = ${task} and (
          reached and (r.status, r.error_code) is distinct from (${becomes}, n.error_code)
          or n.last_indexed is not null and r.last_indexed is distinct from n.last_indexed
          or counted and (r.blobs_total, r.blobs_scanned, r.blobs_unread, r.blobs_unchecked)
            is distinct from (n.blobs_total, n.blobs_scanned, n.blobs_unread, n.blobs_unchecked))`,
  );
}

/** Closes an open launch with its outcome. Returns whether it had been cancelled; undefined where it was closed already. */
export const closeLaunch = (em: SqlEntityManager, finished: LaunchFinished): Promise<{ cancelled: boolean } | undefined> =>
  tables(em)
    .updateTable('tasks.launch')
    .set({
      state: sql`case when state = 'cancelling' then 'cancelled' else ${finished.outcome} end`,
      error_code: finished.error_code,
      finished_at: new Date(finished.finished_at),
    })
    .where('id', '=', finished.launch_id)
    .where('state', 'in', ['released', 'cancelling'])
    .returning(sql<boolean>`cancelled_at is not null`.as('cancelled'))
    .executeTakeFirst();

/** Sets the source's state after a launch, and schedules the next launch of a running task after `pauseSeconds`. */
export async function scheduleNextLaunch(em: SqlEntityManager, finished: LaunchFinished, pauseSeconds: number): Promise<void> {
  const state = finished.outcome === 'cancelled' ? 'idle' : finished.outcome;
  await rows(
    em,
    sql`update tasks.task_source s set state = ${state}, activity_at = ${finished.finished_at}::timestamptz,
          progress = case when ${finished.outcome} = 'done' then 100 else s.progress end,
          units = coalesce(${finished.units === null ? null : JSON.stringify(finished.units)}::jsonb, s.units),
          -- A task that changed during the launch is launched again at once, to search for its new patterns.
          next_launch_at = case when t.running and t.version > l.task_version then now()
            when t.running then now() + make_interval(secs => ${pauseSeconds}) end
        from tasks.task t join tasks.launch l on l.id = ${finished.launch_id}
        where t.id = s.task_id and s.task_id = ${finished.task_id} and s.source_type = ${finished.source_type}`,
  );
}
