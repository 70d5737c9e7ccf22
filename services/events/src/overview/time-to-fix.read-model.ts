import { type EventOverview, SEVERITY_FILTERS } from '@leakwatch/contracts';
import { type RawBuilder, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Severity } from '@leakwatch/vocabulary';
import { dayBefore } from './ages.domain.ts';

interface Group {
  /** null for events without a severity, and for the total. */
  readonly severity: Severity | null;
  readonly total: boolean;
  readonly count: number;
  readonly median: number | null;
}

/** The median time to fix of the events `e` (`seen`) that were fixed since the UTC day so many days ago and still are, together and by severity. */
export async function timeToFix(em: SqlEntityManager, seen: RawBuilder<unknown>, days: number, now: Date): Promise<EventOverview['fixed']> {
  const start = dayBefore(now, days);
  const found = await rows(
    em,
    sql<Group>`
      select e.severity, grouping(e.severity) = 1 as total, count(*)::int as count,
        round(percentile_cont(0.5) within group (order by extract(epoch from e.fixed_at - coalesce(e.returned_at, e.created))::float8))::int as median
      from events.event e where ${seen} and e.fixed_at >= ${start}::timestamptz
      group by grouping sets ((e.severity), ())`,
  );
  const all = found.find(({ total }) => total);
  const of = (severity: Severity | null) => found.find((one) => !one.total && one.severity === severity);
  return {
    ...{ start, count: all?.count ?? 0, median: all?.median ?? null },
    severities: SEVERITY_FILTERS.flatMap((severity) => {
      const group = of(severity === 'none' ? null : severity);
      return group === undefined ? [] : [{ severity, count: group.count, median: group.median }];
    }),
  };
}
