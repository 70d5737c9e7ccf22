import type { Bus, SqlEntityManager } from '@leakwatch/platform';
import type { LaunchTrigger } from '@leakwatch/vocabulary';
import { type Actor, writeTaskChange } from '../history/task-change.store.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { openLaunchSession } from '../launch-sessions/open-launch-session.ts';
import { checkStart } from '../limits/check-start.ts';
import { publishTaskChange } from '../search-tasks/announce-task.ts';
import { type LockedTask, setRunning } from '../search-tasks/task.store.ts';

export interface StartContext {
  readonly user: Actor;
  readonly trigger: LaunchTrigger;
  readonly now: Date;
}

/**
 * Starts a locked, stopped task within its organisation's limits. Under a count_launch tariff it joins the open launch
 * session, or opens one. Throws Conflict with the first reason that forbids the start. Returns whether a launch was used up.
 */
export async function startLockedTask(em: SqlEntityManager, bus: Bus, task: LockedTask, context: StartContext): Promise<boolean> {
  const { user, trigger, now } = context;
  const { organisation, opensLaunchSession } = await checkStart(em, task, now);
  if (opensLaunchSession) await openLaunchSession(em, organisation, user, now);
  await setRunning(em, task.id, true);
  await addLaunches(em, task.id, trigger);
  await writeTaskChange(em, {
    organisationId: task.organisation_id,
    taskId: task.id,
    user,
    action: trigger === 'staff' ? 'start_right_now' : 'start',
    details: [{ field: 'status', old: false, new: true }],
  });
  await publishTaskChange(em, bus, task.id);
  return opensLaunchSession;
}
