import type { StatisticsTemplate } from '@leakwatch/contracts';
import { databaseNow, NotFound, rows, sql, type SqlEntityManager } from '@leakwatch/platform';
import { organisationCopy } from '../organisation-copies/organisation-copy.store.ts';
import { chartFrom, type Counted } from './chart-data.read-model.ts';
import { lastHours, lastMonth } from './last-periods.ts';

const byHour = (organisation: string, labels: readonly string[]) => sql<Counted>`
  select to_char(c.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24":00Z"') as label, c.source_type, count(*)::int as events
  from reports.counted_event c
  where c.organisation_id = ${organisation} and c.created >= ${labels[0]}::timestamptz
    and not exists (select from reports.deleted_task t where t.task_id = c.task_id)
  group by 1, 2`;

const byDay = (organisation: string, labels: readonly string[]) => sql<Counted>`
  select to_char(day, 'YYYY-MM-DD') as label, source_type, sum(events)::int as events from reports.daily_events
  where organisation_id = ${organisation} and day >= ${labels[0]}::date
  group by day, source_type`;

/** New events of an organisation in a period that ends now. @throws NotFound for an organisation that was never announced */
export async function organisationChart(em: SqlEntityManager, organisation: string, template: StatisticsTemplate, at?: Date) {
  if ((await organisationCopy(em, organisation)) === undefined) throw new NotFound();
  const now = at ?? (await databaseNow(em));
  const labels = template === 'last_day' ? lastHours(now) : lastMonth(now);
  const counted = await rows(em, (template === 'last_day' ? byHour : byDay)(organisation, labels));
  return chartFrom(labels, counted);
}
