import type { TaskChange } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { FilterMode } from '@leakwatch/vocabulary';

/** What intake needs of a task. */
export interface TaskCopy {
  readonly task_id: string;
  readonly filter_keywords: readonly string[];
  readonly filter_mode: FilterMode;
}

/** Keeps the newest version; an older message changes nothing. */
export async function keepTask(em: SqlEntityManager, task: TaskChange): Promise<void> {
  await rows(
    em,
    sql`insert into events.task as t (task_id, organisation_id, version, title, filter_keywords, filter_mode)
        values (${task.task_id}, ${task.organisation_id}, ${task.version}, ${task.title},
          ${task.filter_keywords}::text[], ${task.filter_mode})
        on conflict (task_id) do update set version = excluded.version, title = excluded.title,
          filter_keywords = excluded.filter_keywords, filter_mode = excluded.filter_mode
        where t.version < excluded.version`,
  );
}

export async function tasksById(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, TaskCopy>> {
  const found = await rows(
    em,
    sql<TaskCopy>`select task_id, to_jsonb(filter_keywords) as filter_keywords, filter_mode from events.task
        where task_id = any (${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(found.map((task) => [task.task_id, task]));
}
