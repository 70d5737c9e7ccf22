import { newId, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { launchSessionAt } from '@leakwatch/rules';
import type { LaunchSessionState } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { type LaunchSession, LaunchSessionEntity } from './launch-session.entity.ts';

/** The organisation's session that is not over. A session is only changed while the organisation's row is locked. */
export const currentLaunchSession = (em: SqlEntityManager, organisation: string): Promise<LaunchSession | null> =>
  em.findOne(LaunchSessionEntity, { organisation_id: organisation, state: { $ne: 'over' } });

/** The session in the shape that libs/rules works on. */
export const storedSession = (session: LaunchSession | null) =>
  session === null ? null : { state: session.state, endTime: session.end_time.getTime() };

/** True after the session's end, until everything that it started has stopped. */
export const isTimingOut = (session: LaunchSession | null, now: Date): boolean =>
  launchSessionAt(storedSession(session), now.getTime()) === 'timing_out';

/** Launches used up since `since`. Each session uses up one; a renewed tariff has a new start, so its count begins at zero. */
export const countUsedLaunches = (em: SqlEntityManager, organisation: string, since: Date): Promise<number> =>
  em.count(LaunchSessionEntity, { organisation_id: organisation, started_at: { $gte: since } });

export async function addLaunchSession(em: SqlEntityManager, organisation: string, startedAt: Date, endTime: Date): Promise<string> {
  const id = newId();
  em.create(LaunchSessionEntity, { id, organisation_id: organisation, started_at: startedAt, end_time: endTime, ended_at: null });
  await em.flush();
  return id;
}

export async function setLaunchSessionState(
  em: SqlEntityManager,
  session: LaunchSession,
  state: LaunchSessionState,
  at: Date,
): Promise<void> {
  em.assign(session, { state, ended_at: state === 'over' ? at : null });
  await em.flush();
}

/** Organisations whose session has reached its end time and is not over. */
export const organisationsWithDueSession = (em: SqlEntityManager, now: Date): Promise<{ organisation_id: string }[]> =>
  tables(em).selectFrom('tasks.session').select('organisation_id').where('state', '<>', 'over').where('end_time', '<=', now).execute();

/** Running tasks of the organisation, and launches that a worker runs or may still run. */
export async function countActivity(em: SqlEntityManager, organisation: string): Promise<{ tasks: number; launches: number }> {
  const found = await row(
    em,
    sql<{ tasks: number; launches: number }>`
      select (select count(*)::int from tasks.task where organisation_id = ${organisation} and running and archived_at is null) as tasks,
        (select count(*)::int from tasks.launch where organisation_id = ${organisation}
          and state in ('waiting', 'released', 'cancelling')) as launches`,
  );
  return found ?? { tasks: 0, launches: 0 };
}
