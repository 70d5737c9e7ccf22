import type { CountedEvent } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { RebuildEntity } from './event-counts.entities.ts';

/** The day is the UTC day of an event's creation. */
const asRows = (events: readonly CountedEvent[]) => sql`
  select distinct on (n.event_id) n.event_id, n.organisation_id, n.task_id, n.source_type, n.pattern, n.created,
    (n.created at time zone 'UTC')::date as day
  from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
    as n (event_id uuid, organisation_id uuid, task_id uuid, created timestamptz, source_type text, pattern text)
  order by n.event_id`;

/** Counts each event once, however often a message or a snapshot names it. */
export async function countEvents(em: SqlEntityManager, events: readonly CountedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await rows(
    em,
    sql`with fresh as (
          insert into reports.counted_event (event_id, organisation_id, task_id, source_type, pattern, created, day, rebuild)
          select n.*, (select max(number) from reports.rebuild) from (${asRows(events)}) n
          where not exists (select from reports.deleted_task t where t.task_id = n.task_id)
          on conflict (event_id) do nothing
          returning organisation_id, task_id, day, source_type, pattern
        )
        insert into reports.daily_events as d (organisation_id, task_id, day, source_type, pattern, events)
        select organisation_id, task_id, day, source_type, pattern, count(*) from fresh
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (organisation_id, task_id, day, source_type, pattern) do update set events = d.events + excluded.events`,
  );
}

/** Keeps the events of a snapshot without counting them: the end of the rebuild counts everything kept. */
export async function keepCounted(em: SqlEntityManager, events: readonly CountedEvent[], rebuild: number): Promise<void> {
  if (events.length === 0) return;
  await rows(
    em,
    sql`insert into reports.counted_event as c (event_id, organisation_id, task_id, source_type, pattern, created, day, rebuild)
        select n.*, ${rebuild}::int from (${asRows(events)}) n
        where not exists (select from reports.deleted_task t where t.task_id = n.task_id)
        on conflict (event_id) do update
        set rebuild = greatest(c.rebuild, excluded.rebuild), created = excluded.created`,
  );
}

/** Removes the counts of a task that was deleted with its events. */
export async function removeCounts(em: SqlEntityManager, task_id: string, organisation_id: string): Promise<void> {
  await tables(em)
    .insertInto('reports.deleted_task')
    .values({ task_id, organisation_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables(em)
    .deleteFrom('reports.daily_events')
    .where('organisation_id', '=', organisation_id)
    .where('task_id', '=', task_id)
    .execute();
  await tables(em).deleteFrom('reports.counted_event').where('task_id', '=', task_id).execute();
}

/** Begins a rebuild and returns its number. */
export async function beginRebuild(em: SqlEntityManager): Promise<number> {
  const begun = await tables(em)
    .insertInto('reports.rebuild')
    .columns(['number'])
    .expression((eb) => eb.selectFrom('reports.rebuild').select(({ fn }) => sql<number>`${fn.max('number')} + 1`.as('number')))
    .returning('number')
    .executeTakeFirstOrThrow();
  return begun.number;
}

export const isRebuildKnown = async (em: SqlEntityManager, number: number): Promise<boolean> =>
  (await em.count(RebuildEntity, { number })) === 1;

/**
 * Waits for transactions that count, and makes later ones wait. Every transaction locks `daily_events` before it touches a
 * row of `counted_event`: one that did it the other way round would deadlock with a rebuild.
 */
export async function lockCounts(em: SqlEntityManager): Promise<void> {
  await rows(em, sql`lock table reports.daily_events in share row exclusive mode`);
}

/** Replaces the counts by those of the events that the rebuild has seen. The transaction holds the lock of `lockCounts`. */
export async function endRebuild(em: SqlEntityManager, rebuild: number): Promise<void> {
  await tables(em).deleteFrom('reports.counted_event').where('rebuild', '<', rebuild).execute();
  await tables(em).deleteFrom('reports.daily_events').execute();
  await rows(
    em,
    sql`insert into reports.daily_events (organisation_id, task_id, day, source_type, pattern, events)
        select c.organisation_id, c.task_id, c.day, c.source_type, c.pattern, count(*) from reports.counted_event c
        where not exists (select from reports.deleted_task t where t.task_id = c.task_id) group by 1, 2, 3, 4, 5`,
  );
}
