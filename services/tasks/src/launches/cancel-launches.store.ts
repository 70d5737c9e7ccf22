import { type RawBuilder, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { QUEUED_COLUMNS, type QueuedLaunch } from './launch.store.ts';

/**
 * Cancels the task's launches. Returns those that a worker may be running: withdraw them from the queue after the commit. The
 * crawler ends a launch by itself once it receives the task's change.
 */
export async function cancelLaunches(em: SqlEntityManager, task: string): Promise<QueuedLaunch[]> {
  await tables(em)
    .updateTable('tasks.launch')
    .set({ state: 'cancelled', finished_at: sql`now()` })
    .where('task_id', '=', task)
    .where('state', '=', 'waiting')
    .execute();
  const released = await tables(em)
    .updateTable('tasks.launch')
    .set({ state: 'cancelling', cancelled_at: sql`now()` })
    .where('task_id', '=', task)
    .where('state', '=', 'released')
    .returning(QUEUED_COLUMNS)
    .execute();
  await tables(em).updateTable('tasks.task_source').set({ state: 'idle', next_launch_at: null }).where('task_id', '=', task).execute();
  return released;
}

/** Cancels launches of sources that the task no longer searches. */
export async function cancelOtherSources(em: SqlEntityManager, task: string, searched: readonly string[]): Promise<void> {
  await tables(em)
    .updateTable('tasks.launch')
    .set({
      state: sql`case state when 'waiting' then 'cancelled' else 'cancelling' end`,
      finished_at: sql`case state when 'waiting' then now() end`,
      cancelled_at: sql`case state when 'released' then now() end`,
    })
    .where('task_id', '=', task)
    .where('state', 'in', ['waiting', 'released'])
    .where(sql<boolean>`not (source_type = any (${[...searched]}::text[]))`)
    .execute();
}

/** Launches that are cancelled while a worker may still run them. */
export const cancellingLaunches = (em: SqlEntityManager): Promise<Pick<QueuedLaunch, 'id' | 'source_type'>[]> =>
  tables(em).selectFrom('tasks.launch').select(['id', 'source_type']).where('state', '=', 'cancelling').execute();

/** Closes cancelled launches that no worker runs. */
export const closeCancelled = (em: SqlEntityManager, ids: readonly string[]): Promise<void> =>
  closeWhere(em, sql<boolean>`id = any (${[...ids]}::uuid[])`);

/** Closes cancelled launches that have not reported for `seconds`: a worker reports every few seconds, so none runs them. */
export const closeSilentCancelled = (em: SqlEntityManager, seconds: number): Promise<void> =>
  closeWhere(em, sql<boolean>`greatest(cancelled_at, activity_at) < now() - make_interval(secs => ${seconds})`);

/** Launches of several tasks: it waits for none of them, and the schedule's next tick closes what is locked now. */
async function closeWhere(em: SqlEntityManager, condition: RawBuilder<boolean>): Promise<void> {
  await tables(em)
    .updateTable('tasks.launch')
    .set({ state: 'cancelled', finished_at: sql`now()` })
    .where('id', 'in', (open) =>
      open.selectFrom('tasks.launch').select('id').where('state', '=', 'cancelling').where(condition).forUpdate().skipLocked(),
    )
    .execute();
}
