import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { LAUNCH_COLUMNS, type QueuedLaunch } from './launch.store.ts';

/**
 * Cancels the task's launches. Returns those that a worker may be running: withdraw them from the queue after the commit. The
 * crawler ends a launch by itself once it receives the task's change.
 */
export async function cancelLaunches(em: SqlEntityManager, task: string): Promise<QueuedLaunch[]> {
  await rows(em, sql`update tasks.launch set state = 'cancelled', finished_at = now() where task_id = ${task} and state = 'waiting'`);
  const released = await rows(
    em,
    sql<QueuedLaunch>`update tasks.launch set state = 'cancelling', cancelled_at = now()
        where task_id = ${task} and state = 'released' returning ${LAUNCH_COLUMNS}`,
  );
  await rows(em, sql`update tasks.task_source set state = 'idle', next_launch_at = null where task_id = ${task}`);
  return released;
}

/** Cancels launches of sources that the task no longer searches. */
export async function cancelOtherSources(em: SqlEntityManager, task: string, searched: readonly string[]): Promise<void> {
  await rows(
    em,
    sql`update tasks.launch set
          state = case state when 'waiting' then 'cancelled' else 'cancelling' end,
          finished_at = case state when 'waiting' then now() end,
          cancelled_at = case state when 'released' then now() end
        where task_id = ${task} and state in ('waiting', 'released') and not (source_type = any (${[...searched]}::text[]))`,
  );
}

/** Launches that are cancelled while a worker may still run them. */
export const cancellingLaunches = (em: SqlEntityManager): Promise<Pick<QueuedLaunch, 'id' | 'source_type'>[]> =>
  rows(em, sql<Pick<QueuedLaunch, 'id' | 'source_type'>>`select id, source_type from tasks.launch where state = 'cancelling'`);

/** Closes cancelled launches that no worker runs. */
export async function closeCancelled(em: SqlEntityManager, ids: readonly string[]): Promise<void> {
  await rows(
    em,
    sql`update tasks.launch set state = 'cancelled', finished_at = now() where id = any (${[...ids]}::uuid[]) and state = 'cancelling'`,
  );
}

/** Closes cancelled launches that have not reported for `seconds`: a worker reports every few seconds, so none runs them. */
export async function closeSilentCancelled(em: SqlEntityManager, seconds: number): Promise<void> {
  await rows(
    em,
    sql`update tasks.launch set state = 'cancelled', finished_at = now()
        where state = 'cancelling' and greatest(cancelled_at, activity_at) < now() - make_interval(secs => ${seconds})`,
  );
}
