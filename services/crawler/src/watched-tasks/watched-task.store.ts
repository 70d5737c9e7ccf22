import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { WatchedTaskEntity } from './watched-task.entity.ts';

/** Stores a newer version of a task and locks it; an older message changes nothing, and false is returned. Every worker reads the task from here. */
export async function saveWatchedTask(em: SqlEntityManager, task: TaskChange, needsDigest: string): Promise<boolean> {
  const columns = {
    version: task.version,
    running: task.running && !task.archived,
    snapshot: sql`${JSON.stringify(task)}::jsonb`,
    needs_digest: needsDigest,
  };
  const written = await tables(em)
    .insertInto('crawler.watched_task')
    .values({ task_id: task.task_id, organisation_id: task.organisation_id, ...columns })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(columns).where('crawler.watched_task.version', '<', task.version))
    .returning('task_id')
    .execute();
  return written.length === 1;
}

/** A task as it was stored, with the digest of what was derived from it then. */
export interface StoredTask {
  readonly task_id: string;
  readonly snapshot: unknown;
  readonly needs_digest: string | null;
}
const STORED = ['task_id', 'snapshot', 'needs_digest'] as const;

/** The next running tasks behind `after`, in the order of their ids. */
export const runningTasksAfter = (em: SqlEntityManager, after: string, limit: number): Promise<StoredTask[]> =>
  tables(em)
    .selectFrom('crawler.watched_task')
    .select(STORED)
    .where('running', '=', true)
    .where('task_id', '>', after)
    .orderBy('task_id')
    .limit(limit)
    .execute();

/** Locks a task, as saveWatchedTask does. undefined for one that was deleted. */
export const lockWatchedTask = (em: SqlEntityManager, id: string): Promise<StoredTask | undefined> =>
  tables(em).selectFrom('crawler.watched_task').select(STORED).where('task_id', '=', id).forUpdate().executeTakeFirst();

export async function setNeedsDigest(em: SqlEntityManager, id: string, digest: string): Promise<void> {
  await em.nativeUpdate(WatchedTaskEntity, { task_id: id }, { needs_digest: digest });
}

export async function findWatchedTask(em: SqlEntityManager, id: string): Promise<TaskChange | undefined> {
  const found = await em.findOne(WatchedTaskEntity, { task_id: id });
  return found === null ? undefined : taskChangesV1.schema.parse(found.snapshot);
}

export async function isRunning(em: SqlEntityManager, id: string): Promise<boolean> {
  const found = await tables(em).selectFrom('crawler.watched_task').select('running').where('task_id', '=', id).executeTakeFirst();
  return found?.running ?? false;
}
