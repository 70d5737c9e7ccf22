import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Keeps the newest version of a task; an older message changes nothing. Every worker reads it from here. */
export async function keepWatched(em: SqlEntityManager, task: TaskChange): Promise<void> {
  await rows(
    em,
    sql`insert into crawler.watched_task as w (task_id, organisation_id, version, running, snapshot)
        values (${task.task_id}, ${task.organisation_id}, ${task.version}, ${task.running && !task.archived}, ${JSON.stringify(task)}::jsonb)
        on conflict (task_id) do update set version = excluded.version, running = excluded.running, snapshot = excluded.snapshot
        where w.version < excluded.version`,
  );
}

export async function watchedTask(em: SqlEntityManager, id: string): Promise<TaskChange | undefined> {
  const found = await row(em, sql<{ snapshot: unknown }>`select snapshot from crawler.watched_task where task_id = ${id}`);
  return found === undefined ? undefined : taskChangesV1.schema.parse(found.snapshot);
}

export async function isRunning(em: SqlEntityManager, id: string): Promise<boolean> {
  const found = await row(em, sql<{ running: boolean }>`select running from crawler.watched_task where task_id = ${id}`);
  return found?.running ?? false;
}
