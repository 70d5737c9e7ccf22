import type { TaskChange } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { subscribe } from '../repositories/mirrors/mirror-use.store.ts';
import { findWatchedTask } from '../watched-tasks/watched-task.store.ts';

/**
 * Asks for a reading of every repository of a task that has not been read, and is not asked for, since the launch began. Repeated, it asks for repositories
 * that the task names since, and for those whose mirrors were deleted meanwhile. To be called in a transaction that holds the task's copy before anything else.
 */
export async function wantReadings(em: SqlEntityManager, launch: string, task: TaskChange): Promise<void> {
  await subscribe(em, task);
  const named = JSON.stringify(task.repositories.map(({ id, address, credential_scope: scope }) => ({ id, address, scope })));
  await rows(
    em,
    sql`with wanted as materialized (
          select u.mirror_id, u.task_id, n.id, coalesce(u.leased_until > now(), false) as is_held
          from crawler.launch l join crawler.mirror_use u on u.task_id = l.task_id join crawler.mirror m on m.id = u.mirror_id
          join jsonb_to_recordset(${named}::jsonb) as n (id uuid, address text, scope text) on n.address = m.address and n.scope = m.credential_scope
          where l.launch_id = ${launch} and l.ended_at is null and not l.cancelled
            and coalesce(u.wanted_at < l.began_at, true) and coalesce(u.ended_began_at < l.began_at, true)
          order by u.mirror_id for update of u
        ), asked as (
          update crawler.mirror_use u set repository_id = w.id, wanted_at = clock_timestamp(), next_at = now(),
            -- A reading that a worker has in hand ends; then comes the next.
            began_at = case when is_held then began_at end, tries = case when is_held then tries else 0 end,
            status = case when is_held then status else 'created' end, error_code = case when is_held then error_code end,
            blobs_total = case when is_held then blobs_total else 0 end, blobs_scanned = case when is_held then blobs_scanned else 0 end,
            blobs_unread = case when is_held then blobs_unread else 0 end, blobs_unchecked = case when is_held then blobs_unchecked else 0 end,
            percent = case when is_held then percent else 0 end
          from wanted w where u.mirror_id = w.mirror_id and u.task_id = w.task_id returning u.mirror_id
        )
        select count(*) from asked`,
  );
}

/** Locks the copy of a task that runs. */
export async function lockRunningTask(em: SqlEntityManager, task: string): Promise<TaskChange | undefined> {
  const locked = await row(em, sql`select task_id from crawler.watched_task where task_id = ${task} and running for share`);
  return locked === undefined ? undefined : findWatchedTask(em, task);
}

/** The task was stopped: nothing is asked for any more, unless another launch has begun. */
export async function unwantReadings(em: SqlEntityManager, task: string): Promise<void> {
  await rows(
    em,
    sql`with stopped as materialized (
          select mirror_id, task_id from crawler.mirror_use where task_id = ${task} and wanted_at is not null
            and not exists (select from crawler.launch l where l.task_id = ${task} and l.source_type = 'git_repo' and l.ended_at is null and not l.cancelled)
          order by mirror_id for update
        )
        update crawler.mirror_use u set wanted_at = null, began_at = null
        from stopped s where u.mirror_id = s.mirror_id and u.task_id = s.task_id`,
  );
}

/** The launch for which a task's repositories are read. */
export async function openLaunchOf(em: SqlEntityManager, task: string): Promise<string | undefined> {
  const found = await row(
    em,
    sql<{ launch_id: string }>`select launch_id from crawler.launch
      where task_id = ${task} and source_type = 'git_repo' and ended_at is null and not cancelled order by began_at desc limit 1`,
  );
  return found?.launch_id;
}
