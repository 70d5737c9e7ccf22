import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Held for the length of one page: of several events services one indexes. */
const INDEX_LOCK = 727_015;

/**
 * Indexes the texts of at most `limit` events that wait. It takes only events that no other transaction has locked, so that it waits for
 * none; those are left to the next run. Returns how many it indexed, 0 also while another process indexes.
 */
export async function indexWaiting(em: SqlEntityManager, limit: number): Promise<number> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${INDEX_LOCK}) as held`);
  if (lock?.held !== true) return 0;
  const indexed = await row(
    em,
    sql<{ count: number }>`
      with waiting as materialized (
        select organisation_id, event_id from events.text_to_index order by organisation_id, event_id limit ${limit} for update skip locked
      ), free as materialized (
        select e.id, e.organisation_id, coalesce(lower(e.excerpt ->> 'text'), '') as content, lower(e.path) as path, lower(e.owner) as owner
        from waiting w join events.event e on e.id = w.event_id for key share of e skip locked
      ), taken as (
        delete from events.text_to_index w using free where w.organisation_id = free.organisation_id and w.event_id = free.id
      ), indexed as (
        insert into events.event_text (event_id, organisation_id, content, path, owner)
        select id, organisation_id, content, path, owner from free order by id
        on conflict (event_id) do update set content = excluded.content, path = excluded.path, owner = excluded.owner
      )
      select count(*)::int as count from free`,
  );
  return indexed?.count ?? 0;
}

/** Forgets events that were deleted before their texts were indexed. */
export const forgetDeleted = (em: SqlEntityManager) =>
  rows(em, sql`delete from events.text_to_index w where not exists (select from events.event e where e.id = w.event_id)`);
