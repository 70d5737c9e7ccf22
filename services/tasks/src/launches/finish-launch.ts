import type { LaunchFinished } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { keepRepositories } from './keep-progress.ts';

/** Closes a launch; a running task's source gets its next one after the pause. */
export async function finishLaunch(em: SqlEntityManager, finished: LaunchFinished, pauseSeconds: number): Promise<void> {
  const closed = await rows(
    em,
    sql<{
      cancelled: boolean;
    }>`update tasks.launch set state = case when state = 'cancelling' then 'cancelled' else ${finished.outcome} end,
          error_code = ${finished.error_code}, finished_at = ${finished.finished_at}::timestamptz
        where id = ${finished.launch_id} and state in ('released', 'cancelling') returning cancelled_at is not null as cancelled`,
  );
  const [launch] = closed;
  if (launch === undefined) return;
  await keepRepositories(em, finished.task_id, finished.repositories);
  // Its source was set back when the task was stopped, and may belong to a newer launch by now.
  if (launch.cancelled) return;
  const state = finished.outcome === 'cancelled' ? 'idle' : finished.outcome;
  await rows(
    em,
    sql`update tasks.task_source s set state = ${state}, activity_at = ${finished.finished_at}::timestamptz,
          progress = case when ${finished.outcome} = 'done' then 100 else s.progress end,
          -- A task that changed meanwhile is launched again at once: its new patterns have not been looked for.
          next_launch_at = case when t.running and t.version > l.task_version then now()
            when t.running then now() + make_interval(secs => ${pauseSeconds}) end
        from tasks.task t join tasks.launch l on l.id = ${finished.launch_id}
        where t.id = s.task_id and s.task_id = ${finished.task_id} and s.source_type = ${finished.source_type}`,
  );
}
