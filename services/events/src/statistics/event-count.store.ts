import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Held for the length of one page: of several events services one adds up. */
const COUNT_LOCK = 727_005;

/**
 * Adds one page of changes to the counts; removes counts of zero. Returns how many changes it took, 0 also while another
 * process adds up.
 */
export async function addUpCounts(em: SqlEntityManager, limit: number): Promise<number> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${COUNT_LOCK}) as held`);
  if (lock?.held !== true) return 0;
  const added = await row(
    em,
    sql<{ count: number }>`
      with taken as (
        delete from events.event_count_change where id in (select id from events.event_count_change order by id limit ${limit})
        returning organisation_id, dimension, status, task_id, value_hash, value, change
      ), summed as (
        select organisation_id, dimension, status, task_id, value_hash, min(value) as value, sum(change) as change from taken
        group by organisation_id, dimension, status, task_id, value_hash
      ), counted as (
        insert into events.event_count as c (organisation_id, dimension, status, task_id, value_hash, value, count)
        select organisation_id, dimension, status, task_id, value_hash, value, change from summed where change <> 0
        on conflict (organisation_id, dimension, status, task_id, value_hash) do update set count = c.count + excluded.count
      )
      select count(*)::int as count from taken`,
  );
  await tables(em).deleteFrom('events.event_count').where('count', '=', 0).execute();
  return added?.count ?? 0;
}
