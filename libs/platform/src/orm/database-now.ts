import { row, type SqlEntityManager, sql } from './database.ts';

/**
 * The time of the database. Times that are stored, or compared with stored ones, come from here: the clocks of the machines that share a
 * database differ (docs/decisions/0091-one-clock.md).
 */
export async function databaseNow(em: SqlEntityManager): Promise<Date> {
  const found = await row(em, sql<{ at: Date }>`select clock_timestamp() as at`);
  if (found === undefined) throw new Error('the database has no time');
  return found.at;
}

/** The time of the database from now on, without asking again; it goes on by the process's monotonic clock, which nobody sets. */
export async function databaseClock(em: SqlEntityManager): Promise<() => Date> {
  const at = await databaseNow(em);
  const asked = performance.now();
  return () => new Date(at.getTime() + performance.now() - asked);
}
