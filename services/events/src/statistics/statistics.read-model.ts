import { type AnswerOf, type EventFilters, eventStatistics, type InputOf, SOURCE_COUNTS, STATISTIC_VALUES_MAX } from '@leakwatch/contracts';
import { type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { matching, matchingList } from '../leak-events/event-filters.ts';
import { statusesOf } from '../leak-events/status-filter.ts';
import { tables } from '../entities.ts';
import { containing, lookUp, type SoughtFilters } from '../event-index/look-up.read-model.ts';
import { seenBy } from '../leak-events/event-order.read-model.ts';
import { storedCounts } from '../event-index/stored-counts.ts';
import { tokenNames, type TokenNames } from '../detectors/token-names.read-model.ts';
import type { Dimension } from './event-count.entity.ts';

type Query = InputOf<typeof eventStatistics>['query'];
type Answer = AnswerOf<typeof eventStatistics>;

interface Counted {
  readonly value: string;
  readonly count: number;
}

/** What is counted: rows (organisation_id, task_id, status, dimension, value, count) under the name c. */
type Rows = RawBuilder<unknown>;

/** The events themselves, for filters that the stored counts do not know. Read once for all dimensions. */
const countedEvents = (sought: SoughtFilters): Rows => sql`(
  select e.organisation_id, e.task_id, e.status, d.dimension, d.value, count(*) as count
  from events.event e cross join lateral (
    values ('source', e.source_type), ('language', e.language), ('pattern', e.pattern_text), ('owner', e.owner), ('repository', e.container_title),
      ('author', e.author)
    union all select 'severity', e.severity where e.severity is not null
    union all select 'assignee', e.assignee_id::text where e.assignee_id is not null
    union all select 'reason', e.close_reason where e.close_reason is not null
    union all select 'token', unnest(e.detectors)::text) as d (dimension, value)
  where ${matching(sought)}
  group by e.organisation_id, e.task_id, e.status, d.dimension, d.value) c`;

/** The filters of the list that a query of statistics means. */
function filtersOf({ start, end, src, lang, value_part: _, ...others }: Query): EventFilters {
  return { ...others, start_datetime: start, end_datetime: end, source_type: src, file_lang: lang };
}

/** Whether only filters are set that the stored counts know. */
function areCounted({ status: _status, task: _task, org: _org, ...others }: EventFilters): boolean {
  return Object.values(others).every((value) => value === undefined || (Array.isArray(value) && value.length === 0));
}

/** Counts for every filter of the events page; `STATISTIC_VALUES_MAX` values of a kind, the most frequent first. */
export async function statisticsOf(
  em: SqlEntityManager,
  query: Query,
  /** Whose events the caller sees; null for those of all. */
  sees: string | null,
): Promise<Answer> {
  const filters = filtersOf(query);
  const { org, task, status, ...others } = filters;
  const sought = await lookUp(em, filters, sees);
  const from = areCounted(filters) ? storedCounts : countedEvents({ ...sought, filters: { ...others, org } });
  const ofOrganisation = org === undefined ? sql`true` : sql`c.organisation_id = ${org}::uuid`;
  const ofTask = task === undefined ? sql`true` : sql`c.task_id = ${task}::uuid`;
  const ofStatus = sql`c.status = any (${[...statusesOf(status)]}::text[])`;
  const part = query.value_part;

  const found = await rows(
    em,
    sql<Counted & { kind: Dimension | 'status' | 'task' | 'unassigned' }>`
      with c as materialized (select * from ${from} where ${ofOrganisation} and dimension <> 'day' and (dimension = 'source' or ${ofStatus})),
      counted as (
        select dimension as kind, value, sum(count)::int as count from c where ${ofTask} and ${ofStatus}
          ${part === undefined ? sql`` : sql`and (dimension in ('source', 'token', 'severity', 'assignee', 'reason') or value ilike ${containing(part)})`}
          group by dimension, value
        union all
        select 'unassigned', '', coalesce(sum(case dimension when 'source' then count when 'assignee' then -count end), 0)::int from c
          where ${ofTask} and ${ofStatus}
        union all
        select 'status', status, sum(count)::int from c where dimension = 'source' and ${ofTask} group by status
        union all
        select 'task', task_id::text, sum(count)::int from c where dimension = 'source' and ${ofStatus} group by task_id
      ), ranked as (
        select *, row_number() over (partition by kind order by count desc, value) as rank from counted where count > 0
      ) select kind, value, count from ranked where rank <= ${STATISTIC_VALUES_MAX} order by kind, rank`,
  );
  const names = await tokenNames(
    em,
    found.flatMap(({ kind, value }) => (kind === 'token' ? [value] : [])),
  );
  const of = (kind: string) => found.filter((one) => one.kind === kind);
  const counted = { overdue: await countOverdue(em, sought, sees), members: await namesOfMembers(em, of('assignee')) };
  return toAnswer(of, names, counted);
}

/** Overdue is a matter of the day, so it is not among the stored counts; an index has the events with a due date. */
async function countOverdue(em: SqlEntityManager, sought: SoughtFilters, sees: string | null): Promise<number> {
  const counted = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from events.event e
      where ${seenBy(sees)} and ${matchingList({ ...sought, filters: { ...sought.filters, due: 'overdue' } })}`,
  );
  return counted?.count ?? 0;
}

async function namesOfMembers(em: SqlEntityManager, counted: readonly Counted[]): Promise<ReadonlyMap<string, string>> {
  const found = await tables(em)
    .selectFrom('events.member')
    .select(['account_id', 'name'])
    .where('account_id', '=', sql<string>`any (${counted.map(({ value }) => value)}::uuid[])`)
    .execute();
  return new Map(found.map(({ account_id, name }) => [account_id, name]));
}

function toAnswer(
  of: (kind: string) => readonly Counted[],
  names: TokenNames,
  { overdue, members }: { readonly overdue: number; readonly members: ReadonlyMap<string, string> },
): Answer {
  const bySource = new Map(of('source').map(({ value, count }) => [value, count]));
  const sources = Object.fromEntries(SOURCE_TYPES.map((source) => [SOURCE_COUNTS[source], bySource.get(source) ?? 0]));
  return eventStatistics.answer.parse({
    sources,
    file_types: of('language').map(({ value, count }) => ({ file_lang: value, file_lang_count: count })),
    patterns: of('pattern').map(({ value, count }) => ({ pattern: value, pattern_count: count })),
    owners: of('owner').map(({ value, count }) => ({ username: value, username_count: count })),
    authors: of('author').map(({ value, count }) => ({ author: value, author_count: count })),
    repositories: of('repository').map(({ value, count }) => ({ repo_name: value, repo_name_count: count })),
    regex_tokens_found: of('token').flatMap(({ value, count }) => {
      const named = names.of(value);
      return named === undefined ? [] : [{ name: named.name, name_count: count, regex_filter_id: value, detector: named.detector }];
    }),
    severities: of('severity').map(({ value, count }) => ({ severity: value, severity_count: count })),
    assignees: of('assignee').map(({ value, count }) => ({ assignee: value, name: members.get(value) ?? '', assignee_count: count })),
    unassigned: of('unassigned')[0]?.count ?? 0,
    overdue,
    reasons: of('reason').map(({ value, count }) => ({ reason: value, reason_count: count })),
    statuses: of('status').map(({ value, count }) => ({ status: value, status_count: count })),
    tasks: of('task').map(({ value, count }) => ({ task: value, task_count: count })),
  });
}
