import type { LaunchProgress, RepositoryProgress } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Keeps what a running launch tells; a launch that is over tells nothing more. */
export async function keepProgress(em: SqlEntityManager, progress: LaunchProgress): Promise<void> {
  const [launch] = await rows(
    em,
    sql<{ state: string }>`update tasks.launch set activity_at = greatest(activity_at, ${progress.activity_at}::timestamptz)
        where id = ${progress.launch_id} and state in ('released', 'cancelling') returning state`,
  );
  if (launch?.state !== 'released') return;
  await rows(
    em,
    sql`update tasks.task_source set state = 'running', progress = ${progress.progress}, activity_at = ${progress.activity_at}::timestamptz
        where task_id = ${progress.task_id} and source_type = ${progress.source_type}`,
  );
  await keepRepositories(em, progress.task_id, progress.repositories);
}

export async function keepRepositories(em: SqlEntityManager, task: string, repositories: readonly RepositoryProgress[]): Promise<void> {
  for (const repository of repositories)
    await rows(
      em,
      sql`update tasks.repository set status = ${repository.status}, error_code = ${repository.error_code},
            last_indexed = coalesce(${repository.last_indexed}::timestamptz, last_indexed),
            blobs_total = ${repository.blobs_total}, blobs_scanned = ${repository.blobs_scanned},
            blobs_unread = ${repository.blobs_unread}
          where id = ${repository.id} and task_id = ${task}`,
    );
}
