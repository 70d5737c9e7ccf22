import { row, type SqlEntityManager, sql } from '@leakwatch/platform';

/**
 * The time of the database, as an ISO string. Times that are stored, or compared with stored ones, come from here: the clocks of
 * the machines that share a database differ.
 */
export async function databaseTime(em: SqlEntityManager): Promise<string> {
  const found = await row(
    em,
    sql<{ at: string }>`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  if (found === undefined) throw new Error('the database has no time');
  return found.at;
}
