import { databaseNow, type Bus, type SqlEntityManager } from '@leakwatch/platform';
import { type Actor, writeTaskChange } from '../history/task-change.store.ts';
import { cancelLaunches } from '../launches/cancel-launches.store.ts';
import type { QueuedLaunch } from '../launches/launch.store.ts';
import { publishTaskChange } from '../search-tasks/announce-task.ts';
import type { Task } from '../search-tasks/task.entity.ts';
import { forgetCredentials } from '../repositories/repository.store.ts';
import { changeTask } from '../search-tasks/task.store.ts';

/** Archives a locked task. Returns the launches that have to be withdrawn from the queue after the commit. */
export async function archiveLockedTask(
  em: SqlEntityManager,
  bus: Bus,
  task: Task,
  deleteEvents: boolean,
  user: Actor,
): Promise<QueuedLaunch[]> {
  await changeTask(em, task, { archived_at: await databaseNow(em), running: false, delete_events: deleteEvents });
  await forgetCredentials(em, task.id);
  const released = await cancelLaunches(em, task.id);
  await writeTaskChange(em, {
    organisationId: task.organisation_id,
    taskId: task.id,
    user,
    action: 'delete',
    details: [
      { field: 'title', old: task.title, new: null },
      { field: 'delete_events', old: null, new: deleteEvents },
    ],
  });
  await publishTaskChange(em, bus, task.id);
  return released;
}
