import { LockMode, type SqlEntityManager, sql } from '@leakwatch/platform';
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

/**
 * Locks the task for a report about its launches, and not its organisation: reports change nothing of it. Rows of a task are
 * written only while its own row is locked (docs/locks.md).
 */
export async function lockForReport(em: SqlEntityManager, id: string): Promise<void> {
  await tables(em).selectFrom('tasks.task').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** What starting and stopping needs of a locked task. */
export type LockedTask = Pick<Task, 'id' | 'organisation_id' | 'running' | 'confirmed'>;
const LOCKED_COLUMNS = ['id', 'organisation_id', 'running', 'confirmed'] as const;

/** Locks the organisation's running tasks. The organisation's row is locked already. */
export const lockRunningTasks = (em: SqlEntityManager, organisation: string): Promise<LockedTask[]> =>
  tables(em)
    .selectFrom('tasks.task')
    .select(LOCKED_COLUMNS)
    .where('organisation_id', '=', organisation)
    .where('running', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Locks those of `ids` that are tasks of the organisation. The organisation's row is locked already. */
export const lockTasks = (em: SqlEntityManager, organisation: string, ids: readonly string[]): Promise<LockedTask[]> =>
  tables(em)
    .selectFrom('tasks.task')
    .select(LOCKED_COLUMNS)
    .where('organisation_id', '=', organisation)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * Locks each of many tasks and runs `work` for it, in the transaction of `em` with an entity manager of its own. A flush
 * compares all that its entity manager has loaded, so one for a thousand tasks would take time quadratic in their number.
 * The organisation's row is locked already.
 */
export async function forEachTask(
  em: SqlEntityManager,
  ids: readonly string[],
  work: (em: SqlEntityManager, task: Task) => Promise<void>,
  { archivedToo = false }: { readonly archivedToo?: boolean } = {},
): Promise<void> {
  for (const id of ids) {
    const own = em.fork({ keepTransactionContext: true });
    const task = await own.findOne(TaskEntity, { id, ...(!archivedToo && { archived_at: null }) }, LOCKED);
    if (task !== null) await work(own, task);
  }
}

/** The tasks of an organisation whose events stay: those that are not archived, and those that were archived without their events. */
export async function tasksWithEvents(em: SqlEntityManager, organisation: string): Promise<string[]> {
  const found = await tables(em)
    .selectFrom('tasks.task')
    .select('id')
    .where('organisation_id', '=', organisation)
    .where((eb) => eb.or([eb('archived_at', 'is', null), eb('delete_events', '=', false)]))
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Starts or stops a locked task. One statement, since a launch session does this for a thousand tasks at once. */
export async function setRunning(em: SqlEntityManager, id: string, running: boolean): Promise<void> {
  await tables(em)
    .updateTable('tasks.task')
    .set((eb) => ({ running, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

type Changed = Partial<Omit<Task, 'id' | 'organisation_id' | 'version' | 'pattern_count'>>;

/** Changes a locked task and raises its version, which other services compare. */
export async function changeTask(em: SqlEntityManager, task: Task, change: Changed): Promise<void> {
  em.assign(task, { ...change, version: task.version + 1 });
  await em.flush();
}
