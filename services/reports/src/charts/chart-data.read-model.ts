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

/** Labels and one series for each source, days without events as 0. */
export async function chartOf(em: SqlEntityManager, task: string, query: InputOf<typeof chartData>['query']) {
  const labels = daysBetween(query.start, query.end);
  const pattern = query.pattern ?? null;
  const found = await rows(
    em,
    sql<{ day: string; source_type: SourceType; events: number }>`
      select to_char(day, 'YYYY-MM-DD') as day, source_type, sum(events)::int as events from reports.daily_events
      where task_id = ${task} and day = any (${[...labels]}::date[]) and (${pattern}::text is null or pattern = ${pattern})
      group by day, source_type`,
  );
  const counts = new Map(found.map((entry) => [`${entry.day} ${entry.source_type}`, entry.events]));
  const series = SOURCE_TYPES.map((source): [string, { data: number[] }] => [
    SERIES_NAMES[source],
    { data: labels.map((day) => counts.get(`${day} ${source}`) ?? 0) },
  ]);
  return { labels, ...Object.fromEntries(series) };
}
