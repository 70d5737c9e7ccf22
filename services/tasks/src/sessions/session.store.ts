import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SessionState } from '@leakwatch/vocabulary';

export interface SessionRecord {
  readonly id: string;
  readonly organisation_id: string;
  readonly state: SessionState;
  readonly end_time: Date;
}

const COLUMNS = sql.raw('id, organisation_id, state, end_time');

/** The organisation's session that is not over. Its changes happen under the lock of the organisation's row. */
export const currentSession = (em: SqlEntityManager, organisation: string): Promise<SessionRecord | undefined> =>
  row(em, sql<SessionRecord>`select ${COLUMNS} from tasks.session where organisation_id = ${organisation} and state <> 'over'`);

/** Each session consumed a launch; a renewed tariff, which has a new start, counts anew. */
export async function countLaunches(em: SqlEntityManager, organisation: string, since: Date): Promise<number> {
  const found = await row(
    em,
    sql<{ n: number }>`select count(*)::int as n from tasks.session where organisation_id = ${organisation} and started_at >= ${since}`,
  );
  return found?.n ?? 0;
}

/** Opens a session, and so consumes a launch. Returns its id. */
export async function addSession(em: SqlEntityManager, organisation: string, startedAt: Date, endTime: Date): Promise<string> {
  const id = newId();
  await rows(
    em,
    sql`insert into tasks.session (id, organisation_id, started_at, end_time) values (${id}, ${organisation}, ${startedAt}, ${endTime})`,
  );
  return id;
}

export async function setSessionState(em: SqlEntityManager, id: string, state: SessionState, at: Date): Promise<void> {
  await rows(
    em,
    sql`update tasks.session set state = ${state}, ended_at = case when ${state} = 'over' then ${at}::timestamptz end where id = ${id}`,
  );
}

/** Organisations whose session's end has come, or whose time-out is not over. */
export const dueSessions = (em: SqlEntityManager, now: Date): Promise<{ organisation_id: string }[]> =>
  rows(em, sql<{ organisation_id: string }>`select organisation_id from tasks.session where state <> 'over' and end_time <= ${now}`);

/** What of an organisation runs, or may still run. */
export async function whatRuns(em: SqlEntityManager, organisation: string): Promise<{ tasks: number; launches: number }> {
  const found = await row(
    em,
    sql<{ tasks: number; launches: number }>`
      select (select count(*)::int from tasks.task where organisation_id = ${organisation} and running and archived_at is null) as tasks,
        (select count(*)::int from tasks.launch where organisation_id = ${organisation}
          and state in ('waiting', 'released', 'cancelling')) as launches`,
  );
  return found ?? { tasks: 0, launches: 0 };
}
