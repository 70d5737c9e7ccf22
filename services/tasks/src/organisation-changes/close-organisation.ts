import { databaseNow, type Bus, type SqlEntityManager } from '@leakwatch/platform';
import { currentLaunchSession, setLaunchSessionState } from '../launch-sessions/launch-session.store.ts';
import type { QueuedLaunch } from '../launches/launch.store.ts';
import { publishTaskChange } from '../search-tasks/announce-task.ts';
import { changeTask, forEachTask, tasksWithEvents } from '../search-tasks/task.store.ts';
import { archiveLockedTask } from '../task-saving/archive-locked-task.ts';

/**
 * Deletes the tasks of a deleted organisation with their events, also the events of tasks that were deleted without them, and ends its
 * launch session. Its row is locked. Returns the launches that have to be withdrawn from the queue after the commit.
 */
export async function closeOrganisation(em: SqlEntityManager, bus: Bus, organisation: string): Promise<QueuedLaunch[]> {
  const released: QueuedLaunch[] = [];
  const ids = await tasksWithEvents(em, organisation);
  const close: Parameters<typeof forEachTask>[2] = async (own, task) => {
    if (task.archived_at === null) {
      released.push(...(await archiveLockedTask(own, bus, task, true, null)));
      return;
    }
    await changeTask(own, task, { delete_events: true });
    await publishTaskChange(own, bus, task.id);
  };
  await forEachTask(em, ids, close, { archivedToo: true });
  const session = await currentLaunchSession(em, organisation);
  if (session !== null) await setLaunchSessionState(em, session, 'over', await databaseNow(em));
  return released;
}
