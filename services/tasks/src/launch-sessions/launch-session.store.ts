import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { sessionAt } from '@leakwatch/rules';
import type { SessionState } from '@leakwatch/vocabulary';

export interface LaunchSession {
  readonly id: string;
  readonly organisation_id: string;
  readonly state: SessionState;
  readonly end_time: Date;
}

const COLUMNS = sql.raw('id, organisation_id, state, end_time');

/** The organisation's session that is not over. A session is only changed while the organisation's row is locked. */
export const currentLaunchSession = (em: SqlEntityManager, organisation: string): Promise<LaunchSession | undefined> =>
  row(em, sql<LaunchSession>`select ${COLUMNS} from tasks.session where organisation_id = ${organisation} and state <> 'over'`);

/** The session in the shape that libs/rules works on. */
export const storedSession = (session: LaunchSession) => ({ state: session.state, endTime: session.end_time.getTime() });

/** True after the session's end, until everything that it started has stopped. */
export const isTimingOut = (session: LaunchSession | undefined, now: Date): boolean =>
  session !== undefined && sessionAt(storedSession(session), now.getTime()) === 'timing_out';

/** Launches used up since `since`. Each session uses up one; a renewed tariff has a new start, so its count begins at zero. */
export async function countUsedLaunches(em: SqlEntityManager, organisation: string, since: Date): Promise<number> {
  const found = await row(
    em,
    sql<{ n: number }>`select count(*)::int as n from tasks.session where organisation_id = ${organisation} and started_at >= ${since}`,
  );
  return found?.n ?? 0;
}

export async function addLaunchSession(em: SqlEntityManager, organisation: string, startedAt: Date, endTime: Date): Promise<string> {
  const id = newId();
  await rows(
    em,
    sql`insert into tasks.session (id, organisation_id, started_at, end_time) values (${id}, ${organisation}, ${startedAt}, ${endTime})`,
  );
  return id;
}

export async function setLaunchSessionState(em: SqlEntityManager, id: string, state: SessionState, at: Date): Promise<void> {
  await rows(
    em,
    sql`update tasks.session set state = ${state}, ended_at = case when ${state} = 'over' then ${at}::timestamptz end where id = ${id}`,
  );
}

/** Organisations whose session has reached its end time and is not over. */
export const organisationsWithDueSession = (em: SqlEntityManager, now: Date): Promise<{ organisation_id: string }[]> =>
  rows(em, sql<{ organisation_id: string }>`select organisation_id from tasks.session where state <> 'over' and end_time <= ${now}`);

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
