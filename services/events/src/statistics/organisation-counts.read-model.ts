import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** The number of visible events of each organisation in any status; one without events is left out. */
export async function countEventsOf(em: SqlEntityManager, organisations: readonly string[]): Promise<Record<string, number>> {
  const asked = [...organisations];
  const found = await rows(
    em,
    sql<{ organisation_id: string; count: number }>`
      select organisation_id, sum(count)::int as count from (
        select organisation_id, count from events.event_count
          where organisation_id = any(${asked}::uuid[]) and dimension = 'source'
        union all
        select organisation_id, change from events.event_count_change
          where organisation_id = any(${asked}::uuid[]) and dimension = 'source') c
      group by organisation_id having sum(count) > 0`,
  );
  return Object.fromEntries(found.map(({ organisation_id, count }) => [organisation_id, count]));
}
