import type { CountedEvent } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** The day is the UTC day of an event's creation. */
const asRows = (events: readonly CountedEvent[]) => sql`
  select distinct on (n.event_id) n.event_id, n.organisation_id, n.task_id, n.source_type, n.pattern,
    (n.created at time zone 'UTC')::date as day
  from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
    as n (event_id uuid, organisation_id uuid, task_id uuid, created timestamptz, source_type text, pattern text)
  order by n.event_id`;

/** Counts each event once, however often and from wherever it is told. */
export async function countEvents(em: SqlEntityManager, events: readonly CountedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await rows(
    em,
    sql`with fresh as (
          insert into reports.counted_event (event_id, organisation_id, task_id, source_type, pattern, day, rebuild)
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

/** Keeps what a snapshot tells, without counting: the end of the rebuild counts everything kept. */
export async function keepCounted(em: SqlEntityManager, events: readonly CountedEvent[], rebuild: number): Promise<void> {
  if (events.length === 0) return;
  await rows(
    em,
    sql`insert into reports.counted_event as c (event_id, organisation_id, task_id, source_type, pattern, day, rebuild)
        select n.*, ${rebuild}::int from (${asRows(events)}) n
        where not exists (select from reports.deleted_task t where t.task_id = n.task_id)
        on conflict (event_id) do update set rebuild = greatest(c.rebuild, excluded.rebuild)`,
  );
}
