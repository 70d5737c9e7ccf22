import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { WatchedTaskEntity } from './watched-task.entity.ts';

/** Stores a newer version of a task and locks it; an older message changes nothing, and false is returned. Every worker reads the task from here. */
export async function saveWatchedTask(em: SqlEntityManager, task: TaskChange): Promise<boolean> {
  const columns = {
    version: task.version,
    running: task.running && !task.archived,
    snapshot: sql`${JSON.stringify(task)}::jsonb`,
  };
  const written = await tables(em)
    .insertInto('crawler.watched_task')
    .values({ task_id: task.task_id, organisation_id: task.organisation_id, ...columns })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(columns).where('crawler.watched_task.version', '<', task.version))
    .returning('task_id')
    .execute();
  return written.length === 1;
}

export async function findWatchedTask(em: SqlEntityManager, id: string): Promise<TaskChange | undefined> {
  const found = await em.findOne(WatchedTaskEntity, { task_id: id });
  return found === null ? undefined : taskChangesV1.schema.parse(found.snapshot);
}

export async function isRunning(em: SqlEntityManager, id: string): Promise<boolean> {
  const found = await tables(em).selectFrom('crawler.watched_task').select('running').where('task_id', '=', id).executeTakeFirst();
  return found?.running ?? false;
}
