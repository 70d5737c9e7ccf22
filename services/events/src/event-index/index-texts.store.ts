import { row, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Held for the length of one page: of several events services one indexes. */
const INDEX_LOCK = 727_015;

/** What became of the events that waited longest. */
export interface IndexedPage {
  /** Events that waited: fewer than the page has, when no more wait. */
  readonly seen: number;
  /** Events whose texts were indexed. */
  readonly indexed: number;
  /** Events that were deleted before, and no longer wait. */
  readonly deleted: number;
}
const NOTHING: IndexedPage = { seen: 0, indexed: 0, deleted: 0 };

/**
 * Indexes the texts of at most `limit` events that wait. It takes only events that no other transaction has locked, so that it waits for
 * none; those are left to the next run. Nothing is done while another process indexes.
 */
export async function indexWaiting(em: SqlEntityManager, limit: number): Promise<IndexedPage> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${INDEX_LOCK}) as held`);
  if (lock?.held !== true) return NOTHING;
  const page = await row(
    em,
    sql<IndexedPage>`
      with waiting as materialized (
        select organisation_id, event_id from events.text_to_index order by organisation_id, event_id limit ${limit} for update skip locked
      ), free as materialized (
        select e.id, e.organisation_id, coalesce(lower(e.excerpt ->> 'text'), '') as content, lower(e.path) as path, lower(e.owner) as owner
        from waiting w join events.event e on e.id = w.event_id for key share of e skip locked
      ), taken as (
        delete from events.text_to_index w using free where w.organisation_id = free.organisation_id and w.event_id = free.id
      ), gone as (
        delete from events.text_to_index w using waiting g
        where w.organisation_id = g.organisation_id and w.event_id = g.event_id
          and not exists (select from events.event e where e.id = g.event_id)
        returning 1
      ), indexed as (
        insert into events.event_text (event_id, organisation_id, content, path, owner)
        select id, organisation_id, content, path, owner from free order by id
        on conflict (event_id) do update set content = excluded.content, path = excluded.path, owner = excluded.owner
      )
      select (select count(*) from waiting)::int as seen, (select count(*) from free)::int as indexed, (select count(*) from gone)::int as deleted`,
  );
  return page ?? NOTHING;
}
