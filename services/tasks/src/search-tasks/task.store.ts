import { LockMode, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { lockOrganisation } from '../organisations/organisation.store.ts';
import { type Task, TaskEntity } from './task.entity.ts';

/** Of a row that SQL may have changed in the same transaction. */
const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;

/** The organisation of a task, archived or not; undefined where the scope sees no such task. */
export async function ownerOf(em: SqlEntityManager, id: string): Promise<string | undefined> {
  const found = await tables(em).selectFrom('tasks.task').select('organisation_id').where('id', '=', id).executeTakeFirst();
  return found?.organisation_id;
}

/**
 * Locks the task until the commit, and its organisation before it, so that all transactions lock in the same order.
 * null where the scope sees no such task, or it is archived.
 */
export async function lockTask(em: SqlEntityManager, id: string): Promise<Task | null> {
  const owner = await ownerOf(em, id);
  if (owner === undefined) return null;
  await lockOrganisation(em, owner);
  return em.findOne(TaskEntity, { id, archived_at: null }, LOCKED);
}

/** Locks the organisation's running tasks. The organisation's row is locked already. */
export const lockRunningTasks = (em: SqlEntityManager, organisation: string): Promise<Task[]> =>
  em.find(TaskEntity, { organisation_id: organisation, running: true, archived_at: null }, { ...LOCKED, orderBy: { id: 'asc' } });

/** Locks those of `ids` that are tasks of the organisation. The organisation's row is locked already. */
export const lockTasks = (em: SqlEntityManager, organisation: string, ids: readonly string[]): Promise<Task[]> =>
  em.find(TaskEntity, { organisation_id: organisation, id: { $in: [...ids] }, archived_at: null }, { ...LOCKED, orderBy: { id: 'asc' } });

type Changed = Partial<Omit<Task, 'id' | 'organisation_id' | 'version' | 'pattern_count'>>;

/** Changes a locked task and raises its version, which other services compare. */
export async function changeTask(em: SqlEntityManager, task: Task, change: Changed): Promise<void> {
  em.assign(task, { ...change, version: task.version + 1 });
  await em.flush();
}
