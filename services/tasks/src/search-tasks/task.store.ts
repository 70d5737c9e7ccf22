import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { lockOrganisation } from '../organisations/organisation.store.ts';

export interface TaskRecord {
  readonly id: string;
  readonly organisation_id: string;
  readonly version: number;
  readonly title: string;
  readonly running: boolean;
  readonly confirmed: boolean;
  readonly deep: boolean;
  readonly git_monitoring: boolean;
}

const COLUMNS = sql.raw('id, organisation_id, version, title, running, confirmed, deep, git_monitoring');

/**
 * Locks the task until the commit, and its organisation before it, so that all transactions lock in the same order.
 * undefined where the scope sees no such task, or it is archived.
 */
export async function lockTask(em: SqlEntityManager, id: string): Promise<TaskRecord | undefined> {
  const owner = await row(em, sql<{ id: string }>`select organisation_id as id from tasks.task where id = ${id} and archived_at is null`);
  if (owner === undefined) return undefined;
  await lockOrganisation(em, owner.id);
  return row(em, sql<TaskRecord>`select ${COLUMNS} from tasks.task where id = ${id} and archived_at is null for update`);
}

/** Locks the organisation's running tasks. The organisation's row is locked already. */
export const lockRunningTasks = (em: SqlEntityManager, organisation: string): Promise<TaskRecord[]> =>
  rows(
    em,
    sql<TaskRecord>`select ${COLUMNS} from tasks.task
        where organisation_id = ${organisation} and running and archived_at is null order by id for update`,
  );

/** Locks those of `ids` that are tasks of the organisation. The organisation's row is locked already. */
export const lockTasks = (em: SqlEntityManager, organisation: string, ids: readonly string[]): Promise<TaskRecord[]> =>
  rows(
    em,
    sql<TaskRecord>`select ${COLUMNS} from tasks.task
        where organisation_id = ${organisation} and id = any (${[...ids]}::uuid[]) and archived_at is null order by id for update`,
  );

export async function setRunning(em: SqlEntityManager, id: string, running: boolean): Promise<void> {
  await rows(em, sql`update tasks.task set running = ${running}, version = version + 1 where id = ${id}`);
}

export async function setConfirmed(em: SqlEntityManager, id: string, confirmed: boolean): Promise<void> {
  await rows(em, sql`update tasks.task set confirmed = ${confirmed}, version = version + 1 where id = ${id}`);
}
