import type { Bus, SqlEntityManager } from '@leakwatch/platform';
import { sessionEnd } from '@leakwatch/rules';
import type { LaunchTrigger } from '@leakwatch/vocabulary';
import { type Actor, writeTaskChange } from '../history/write-task-change.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { type AllowedStart, checkStart } from '../limits/check-start.ts';
import { addSession } from '../sessions/session.store.ts';
import { publishTaskChange } from './task-change.ts';
import { setRunning, type TaskRecord } from './task.store.ts';

export interface Beginning {
  readonly user: Actor;
  readonly trigger: LaunchTrigger;
  readonly now: Date;
}

/**
 * Starts a locked, stopped task within its organisation's limits; where launches are counted it joins the open session,
 * or opens one. Throws Conflict with the first reason against it. Returns whether a launch was consumed.
 */
export async function beginTask(em: SqlEntityManager, bus: Bus, task: TaskRecord, beginning: Beginning): Promise<boolean> {
  const { user, trigger, now } = beginning;
  const allowed = await checkStart(em, task, now.getTime());
  if (allowed.opensSession) await openSession(em, allowed, user, now);
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
  return allowed.opensSession;
}

async function openSession(em: SqlEntityManager, { organisation }: AllowedStart, user: Actor, now: Date): Promise<void> {
  const days = organisation.time_limit_per_launch;
  if (days === null) throw new Error('a tariff that counts launches names no length of a session');
  const endTime = new Date(sessionEnd(now.getTime(), days));
  const sessionId = await addSession(em, organisation.organisation_id, now, endTime);
  await writeTaskChange(em, {
    organisationId: organisation.organisation_id,
    taskId: null,
    sessionId,
    user,
    action: 'session_start',
    details: [{ field: 'end_time', old: null, new: endTime.toISOString() }],
  });
}
