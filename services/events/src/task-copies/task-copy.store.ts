import type { TaskChange } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { FilterMode } from '@leakwatch/vocabulary';

/** What intake needs of a task. */
export interface TaskCopy {
  readonly task_id: string;
  readonly filter_keywords: readonly string[];
  readonly filter_mode: FilterMode;
}

/** Keeps the newest version; an older message changes nothing. Returns whether the task's events are hidden from now on. */
export async function keepTask(em: SqlEntityManager, task: TaskChange): Promise<boolean> {
  const hides = task.archived && task.delete_events;
  const kept = await row(
    em,
    sql`insert into events.task as t (task_id, organisation_id, version, title, filter_keywords, filter_mode, events_deleted_at)
        values (${task.task_id}, ${task.organisation_id}, ${task.version}, ${task.title},
          ${task.filter_keywords}::text[], ${task.filter_mode}, case when ${hides}::boolean then now() end)
        on conflict (task_id) do update set version = excluded.version, title = excluded.title,
          filter_keywords = excluded.filter_keywords, filter_mode = excluded.filter_mode,
          -- Counted from the first word of it.
          events_deleted_at = coalesce(t.events_deleted_at, excluded.events_deleted_at)
        where t.version < excluded.version returning 1 as one`,
  );
  return hides && kept !== undefined;
}

export async function tasksById(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, TaskCopy>> {
  const found = await rows(
    em,
    sql<TaskCopy>`select task_id, to_jsonb(filter_keywords) as filter_keywords, filter_mode from events.task
        where task_id = any (${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(found.map((task) => [task.task_id, task]));
}
