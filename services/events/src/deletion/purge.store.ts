import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Held for the length of one batch: of several events services one purges. */
const PURGE_LOCK = 727_004;

/** False while another transaction purges. */
export async function lockPurge(em: SqlEntityManager): Promise<boolean> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${PURGE_LOCK}) as held`);
  return lock?.held === true;
}

/**
 * Removes at most `limit` events whose task was deleted with them so many days before `now`; their history goes with them, and their content is
 * deleted unless another event has it. It never
 * waits: an event that another transaction has locked is removed by a later run.
 */
export async function purgeEvents(em: SqlEntityManager, now: Date, days: number, limit: number): Promise<number> {
  const purged = await row(
    em,
    sql<{ count: number }>`
      with due as (
        select e.id from events.task t join events.event e on e.task_id = t.task_id
        where t.events_deleted_at <= ${now}::timestamptz - make_interval(days => ${days})
        limit ${limit} for update of e skip locked
      ), purged as (
        delete from events.event e using due where e.id = due.id returning e.organisation_id, e.content_hash, e.original_hash, e.text_id
      ), reviewed as (
        insert into events.evidence_review (organisation_id, hash)
        select distinct p.organisation_id, h.hash from purged p, unnest(array[p.content_hash, p.original_hash]) as h (hash)
        where h.hash is not null order by 1, 2 on conflict do nothing
      ), reviewed_texts as (
        insert into events.text_review (organisation_id, text_id)
        select distinct organisation_id, text_id from purged where text_id is not null order by 1, 2 on conflict do nothing
      )
      select count(*)::int as count from purged`,
  );
  return purged?.count ?? 0;
}

/**
 * Clears what the copies of such tasks say about what was searched for; the ids stay, so that a late message shows nothing. It waits for no row that
 * another transaction has locked. Returns how many.
 */
export async function forgetTasks(em: SqlEntityManager, now: Date, days: number, limit: number): Promise<number> {
  const forgotten = await rows(
    em,
    sql`update events.task set title = '', filter_keywords = '{}', source_types = '{}', containers = '{}'
      where task_id in (
        select task_id from events.task
        where events_deleted_at <= ${now}::timestamptz - make_interval(days => ${days}) and title <> ''
        order by task_id limit ${limit} for update skip locked)
      returning task_id`,
  );
  return forgotten.length;
}
