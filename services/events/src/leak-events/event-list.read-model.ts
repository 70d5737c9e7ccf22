import {
  type AnswerOf,
  type EventFilters,
  type InputOf,
  type internalEventCounts,
  type listEvents,
  STATUS_FILTERS,
} from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { CLOSED_STATUSES, EVENT_STATUSES, type EventStatus } from '@leakwatch/vocabulary';
import { EVENT_COLUMNS, EVENT_TABLES, type ListedEvent, toEventRow } from './event-row.read-model.ts';

type Query = InputOf<typeof listEvents>['query'];

/** The statuses that a filter means; without a filter, open. */
export function statusesOf(filters: readonly (typeof STATUS_FILTERS)[number][] | undefined): readonly EventStatus[] {
  const chosen = new Set<EventStatus>();
  for (const filter of filters ?? ['open'])
    for (const status of filter === 'all' ? EVENT_STATUSES : filter === 'closed' ? CLOSED_STATUSES : [filter]) chosen.add(status);
  return [...chosen];
}

const list = (values: readonly string[] | undefined) => (values === undefined || values.length === 0 ? null : [...values]);

/** Every filter except the status, as a condition on `events.event e`. */
export function matching(query: EventFilters) {
  const sources = list(query.source_type);
  const patterns = list(query.pattern);
  return sql`(${query.org ?? null}::uuid is null or e.organisation_id = ${query.org ?? null}::uuid)
    and (${query.task ?? null}::uuid is null or e.task_id = ${query.task ?? null}::uuid)
    and (${query.id ?? null}::uuid is null or e.id = ${query.id ?? null}::uuid)
    and (${sources}::text[] is null or e.source_type = any (${sources}::text[]))
    and (${patterns}::text[] is null or e.pattern_text = any (${patterns}::text[]))
    and (${query.start_datetime ?? null}::timestamptz is null or e.created >= ${query.start_datetime ?? null}::timestamptz)
    and (${query.end_datetime ?? null}::timestamptz is null or e.created <= ${query.end_datetime ?? null}::timestamptz)`;
}

/** One page of events, newest first, with the total and how many of the same choice are auto-filtered. */
export async function eventList(
  em: SqlEntityManager,
  query: Query,
  callerOrganisation: string | null,
): Promise<AnswerOf<typeof listEvents>> {
  const statuses = [...statusesOf(query.status)];
  const filter = matching(query);
  const counts = await row(
    em,
    sql<{ count: number; auto_filtered: number }>`
      select (count(*) filter (where e.status = any (${statuses}::text[])))::int as count,
        (count(*) filter (where e.status = 'auto_filtered'))::int as auto_filtered
      from events.event e where ${filter}`,
  );
  const found = await rows(
    em,
    sql<ListedEvent>`select ${EVENT_COLUMNS} from ${EVENT_TABLES}
      where e.status = any (${statuses}::text[]) and ${filter}
      order by e.created desc, e.id limit ${query.limit} offset ${query.offset}`,
  );
  return {
    count: counts?.count ?? 0,
    auto_filtered: counts?.auto_filtered ?? 0,
    results: found.map((stored) => toEventRow(stored, callerOrganisation)),
  };
}

/** What the badges of an organisation show, in its scope. */
export async function badgeCounts(em: SqlEntityManager): Promise<AnswerOf<typeof internalEventCounts>> {
  const counts = await row(
    em,
    sql<AnswerOf<typeof internalEventCounts>>`
      select (select count(*)::int from events.event where status = 'open') as events,
        (select count(*)::int from events.blacklist_rule) as rules`,
  );
  return counts ?? { events: 0, rules: 0 };
}
