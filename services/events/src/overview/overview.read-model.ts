import { type EventOverview, type eventOverview, type InputOf, OVERVIEW_VALUES_MAX, SEVERITY_FILTERS } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { EventAge } from '@leakwatch/vocabulary';
import { seenBy } from '../leak-events/event-order.read-model.ts';
import { storedCounts } from '../event-index/stored-counts.ts';
import { ageOf, agesAt } from './ages.domain.ts';
import { timeToFix } from './time-to-fix.read-model.ts';

type Query = InputOf<typeof eventOverview>['query'];
/** `title` of a task; `kind` of the counts by status is `status`. */
interface Counted {
  readonly kind: 'status' | 'day' | 'repository' | 'author' | 'task';
  readonly value: string;
  readonly title: string | null;
  readonly count: number;
}

/** The counts of open events, and of those in progress; of repositories, authors and tasks those with the most open events. */
function countsOf(em: SqlEntityManager, organisation: string | null): Promise<Counted[]> {
  // Two parts, because the index of the counts begins with organisation, kind and status.
  const ofOrganisation = organisation === null ? sql`true` : sql`c.organisation_id = ${organisation}::uuid`;
  return rows(
    em,
    sql<Counted>`
      with c as materialized (
        select task_id, status, dimension, value, count from ${storedCounts}
          where ${ofOrganisation} and c.status = 'open' and c.dimension in ('source', 'day', 'repository', 'author')
        union all
        select task_id, status, dimension, value, count from ${storedCounts}
          where ${ofOrganisation} and c.status = 'in_progress' and c.dimension = 'source'
      ), counted as (
        select 'status' as kind, status as value, sum(count)::int as count from c where dimension = 'source' group by status
        union all
        select dimension, value, sum(count)::int from c where status = 'open' and dimension in ('day', 'repository', 'author')
          group by dimension, value
        union all
        select 'task', task_id::text, sum(count)::int from c where status = 'open' and dimension = 'source' group by task_id
      ), ranked as (
        select *, row_number() over (partition by kind order by count desc, value) as rank from counted
          where count > 0 and (kind in ('status', 'day', 'task') or value <> '')
      ) select r.kind, r.value, r.count, t.title from ranked r
        left join events.task t on t.task_id = case r.kind when 'task' then r.value::uuid end
        where r.kind in ('status', 'day') or r.rank <= ${OVERVIEW_VALUES_MAX} order by r.kind, r.rank`,
  );
}

/** Open events by severity and age, from counts by day. */
function cellsOf(days: readonly Counted[], now: Date): EventOverview['cells'] {
  const cells = new Map<string, EventOverview['cells'][number]>();
  for (const { value, count } of days) {
    const [day = '', name] = value.split(' ');
    const age: EventAge = ageOf(day, now);
    const severity = SEVERITY_FILTERS.find((one) => one === name) ?? 'none';
    const key = `${severity} ${age}`;
    cells.set(key, { severity, age, count: (cells.get(key)?.count ?? 0) + count });
  }
  return [...cells.values()];
}

/** What the overview shows of events at `now`; of one organisation, or for staff of all where none is asked for. */
export async function overviewOf(em: SqlEntityManager, { days, org }: Query, sees: string | null, now: Date): Promise<EventOverview> {
  const organisation = org ?? sees;
  const counts = await countsOf(em, organisation);
  const of = (kind: Counted['kind']) => counts.filter((one) => one.kind === kind);
  const ofStatus = (status: string) => of('status').find(({ value }) => value === status)?.count ?? 0;
  return {
    open: ofStatus('open'),
    in_progress: ofStatus('in_progress'),
    ages: agesAt(now),
    cells: cellsOf(of('day'), now),
    repositories: of('repository').map(({ value, count }) => ({ repo_name: value, count })),
    authors: of('author').map(({ value, count }) => ({ author: value, count })),
    tasks: of('task').map(({ value, title, count }) => ({ task: value, title: title ?? '', count })),
    fixed: await timeToFix(em, seenBy(organisation), days, now),
  };
}
