import type { TaskChange } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { archivedScope, keepArchivePatterns } from '../archive/archive-patterns.store.ts';
import { tables } from '../entities.ts';
import type { TaskCopy } from './task-copy.entity.ts';

/** Keeps the newest version; an older message changes nothing. Returns whether the task's events are hidden from now on. */
export async function keepTask(em: SqlEntityManager, task: TaskChange): Promise<boolean> {
  const hides = task.archived && task.delete_events;
  const before = await tables(em)
    .selectFrom('events.task')
    .select(['source_types', 'containers'])
    .where('task_id', '=', task.task_id)
    .forUpdate()
    .executeTakeFirst();
  const scope = archivedScope(task);
  const kept = await tables(em)
    .insertInto('events.task')
    .values({
      task_id: task.task_id,
      organisation_id: task.organisation_id,
      version: task.version,
      title: task.title,
      filter_keywords: [...task.filter_keywords],
      filter_mode: task.filter_mode,
      source_types: [...scope.source_types],
      containers: [...scope.containers],
      events_deleted_at: hides ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) =>
      conflict
        .column('task_id')
        .doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          title: eb.ref('excluded.title'),
          filter_keywords: eb.ref('excluded.filter_keywords'),
          filter_mode: eb.ref('excluded.filter_mode'),
          source_types: eb.ref('excluded.source_types'),
          containers: eb.ref('excluded.containers'),
          // The time counts from the first message.
          events_deleted_at: eb.fn.coalesce('events.task.events_deleted_at', 'excluded.events_deleted_at'),
        }))
        .whereRef('events.task.version', '<', 'excluded.version'),
    )
    .returning('task_id')
    .executeTakeFirst();
  if (kept !== undefined) await keepArchivePatterns(em, task, before);
  return hides && kept !== undefined;
}

/** What intake needs of the tasks, by their ids. */
export async function tasksById(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<TaskCopy, 'filter_keywords' | 'filter_mode'>>> {
  const found = await tables(em)
    .selectFrom('events.task')
    .select(['task_id', 'filter_keywords', 'filter_mode'])
    .where('task_id', '=', sql<string>`any (${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(found.map((task) => [task.task_id, task]));
}
