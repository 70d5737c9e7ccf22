import type { Bus, SqlEntityManager } from '@leakwatch/platform';
import { type Actor, writeTaskChange } from '../history/task-change.store.ts';
import { cancelLaunches } from '../launches/cancel-launches.store.ts';
import type { QueuedLaunch } from '../launches/launch.store.ts';
import { publishTaskChange } from '../search-tasks/announce-task.ts';
import { type LockedTask, setRunning } from '../search-tasks/task.store.ts';

/** Stops a locked, running task. Returns the launches that have to be withdrawn from the queue after the commit. */
export async function stopLockedTask(em: SqlEntityManager, bus: Bus, task: LockedTask, user: Actor): Promise<QueuedLaunch[]> {
  await setRunning(em, task.id, false);
  const released = await cancelLaunches(em, task.id);
  await writeTaskChange(em, {
    organisationId: task.organisation_id,
    taskId: task.id,
    user,
    action: 'stop',
    details: [{ field: 'status', old: true, new: false }],
  });
  await publishTaskChange(em, bus, task.id);
  return released;
}
