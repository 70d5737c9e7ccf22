import type { InputOf, chartData } from '@leakwatch/contracts';
import { MAX_CHART_DAYS } from '@leakwatch/contracts';
import { InvalidRequest, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { SERIES_NAMES, SOURCE_TYPES, type SourceType } from '@leakwatch/vocabulary';

const DAY_MS = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The UTC days from start to end. Throws InvalidRequest when there are none or too many. */
export function daysBetween(start: string, end: string): readonly string[] {
  const first = Date.parse(`${dayOf(Date.parse(start))}T00:00:00Z`);
  const last = Date.parse(end);
  const count = Math.floor((last - first) / DAY_MS) + 1;
  if (last < first || count > MAX_CHART_DAYS) throw new InvalidRequest('range_invalid', { end: 'range_invalid' });
  return Array.from({ length: count }, (_, index) => dayOf(first + index * DAY_MS));
}

/** How many events a source has at a label of the chart. */
export interface Counted {
  readonly label: string;
  readonly source_type: SourceType;
  readonly events: number;
}

/** One series for each source; a label without events has 0. */
export function chartFrom(labels: readonly string[], counted: readonly Counted[]) {
  const counts = new Map(counted.map((entry) => [`${entry.label} ${entry.source_type}`, entry.events]));
  const series = SOURCE_TYPES.map((source): [string, { data: number[] }] => [
    SERIES_NAMES[source],
    { data: labels.map((label) => counts.get(`${label} ${source}`) ?? 0) },
  ]);
  return { labels, ...Object.fromEntries(series) };
}

/** New events of a task by UTC day. */
export async function chartOf(em: SqlEntityManager, task: string, query: InputOf<typeof chartData>['query']) {
  const labels = daysBetween(query.start, query.end);
  const pattern = query.pattern ?? null;
  const counted = await rows(
    em,
    sql<Counted>`
      select to_char(day, 'YYYY-MM-DD') as label, source_type, sum(events)::int as events from reports.daily_events
      where task_id = ${task} and day = any (${[...labels]}::date[]) and (${pattern}::text is null or pattern = ${pattern})
      group by day, source_type`,
  );
  return chartFrom(labels, counted);
}
