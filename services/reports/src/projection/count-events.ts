import type { EventChange } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Counts new events by the UTC day of their creation; a change of status is no new event. */
export async function countEvents(em: SqlEntityManager, changes: readonly EventChange[]): Promise<void> {
  const created = changes.filter((change) => change.from === null);
  if (created.length === 0) return;
  await rows(
    em,
    sql`insert into reports.daily_events as d (organisation_id, task_id, day, source_type, pattern, events)
        select n.organisation_id, n.task_id, (n.created at time zone 'UTC')::date, n.source_type, n.pattern, count(*)
        from jsonb_to_recordset(${JSON.stringify(created)}::jsonb)
          as n (organisation_id uuid, task_id uuid, created timestamptz, source_type text, pattern text)
        group by 1, 2, 3, 4, 5
        on conflict (organisation_id, task_id, day, source_type, pattern) do update set events = d.events + excluded.events`,
  );
}
