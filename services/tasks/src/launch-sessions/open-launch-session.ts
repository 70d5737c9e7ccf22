import type { SqlEntityManager } from '@leakwatch/platform';
import { launchSessionEnd } from '@leakwatch/rules';
import { type Actor, writeTaskChange } from '../history/task-change.store.ts';
import type { Organisation } from '../organisations/organisation.entity.ts';
import { addLaunchSession } from './launch-session.store.ts';

/** Opens a launch session for an organisation whose row is locked. This uses up one launch of the tariff. */
export async function openLaunchSession(em: SqlEntityManager, organisation: Organisation, user: Actor, now: Date): Promise<void> {
  const days = organisation.time_limit_per_launch;
  if (days === null) throw new Error('a count_launch tariff without time_limit_per_launch');
  const endTime = new Date(launchSessionEnd(now.getTime(), days));
  const sessionId = await addLaunchSession(em, organisation.organisation_id, now, endTime);
  await writeTaskChange(em, {
    organisationId: organisation.organisation_id,
    taskId: null,
    sessionId,
    user,
    action: 'session_start',
    details: [{ field: 'end_time', old: null, new: endTime.toISOString() }],
  });
}
