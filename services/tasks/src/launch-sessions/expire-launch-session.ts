import type { TechnicalFact } from '@leakwatch/contracts';
import type { Bus, SqlEntityManager } from '@leakwatch/platform';
import { launchSessionAfterTimeout } from '@leakwatch/rules';
import { writeTaskChange } from '../history/task-change.store.ts';
import type { Organisation } from '../organisations/organisation.entity.ts';
import { publishTechnicalFact } from '../technical-facts/publish-technical-fact.ts';
import type { LaunchSession } from './launch-session.entity.ts';
import { countActivity, setLaunchSessionState } from './launch-session.store.ts';

/**
 * Moves a session whose end time has come to `timing_out`, and to `over` once nothing that it started runs. The history
 * and a technical fact record the first of these. The organisation's row is locked.
 */
export async function expireLaunchSession(
  em: SqlEntityManager,
  bus: Bus,
  organisation: Organisation,
  session: LaunchSession,
  now: Date,
): Promise<void> {
  const countsLaunches = organisation.tariff_type === 'count_launch';
  // A tariff without sessions has replaced the one that opened this session: it ends, and its tasks keep running.
  const before = { state: session.state, endTime: session.end_time.getTime() };
  const state = countsLaunches
    ? launchSessionAfterTimeout(before, now.getTime(), await countActivity(em, organisation.organisation_id))
    : 'over';
  if (state === before.state) return;
  await setLaunchSessionState(em, session, state, now);
  if (before.state !== 'open' || !countsLaunches) return;
  await writeTaskChange(em, {
    organisationId: organisation.organisation_id,
    taskId: null,
    sessionId: session.id,
    user: null,
    action: 'session_timeout',
    details: [{ field: 'end_time', old: session.end_time.toISOString(), new: null }],
  });
  await publishTechnicalFact(em, bus, sessionEnded(organisation.organisation_id, session));
}

const sessionEnded = (organisation: string, session: LaunchSession): TechnicalFact => ({
  organisation_id: organisation,
  cause: `session:${session.id}`,
  state: 'begun',
  kind: 'session_ended',
  at: session.end_time.toISOString(),
  task: null,
  source_type: null,
  repository: null,
  error_code: null,
});
