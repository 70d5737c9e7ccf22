import type { AnswerOf, EventRow, InputOf, internalEventCounts, listEvents } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Viewer } from '../detectors/read-masked.ts';
import { matching, statusesOf } from './event-filters.ts';
import { orderedIds } from './event-order.read-model.ts';
import { EVENT_COLUMNS, EVENT_TABLES, type ListedEvent, toEventRows } from './event-row.read-model.ts';

type Query = InputOf<typeof listEvents>['query'];

/** One page of events, with the total and how many of the same choice are auto-filtered. */
export async function eventList(em: SqlEntityManager, query: Query, viewer: Viewer): Promise<AnswerOf<typeof listEvents>> {
  const { limit, offset, sort = 'created', after, ...filters } = query;
  const statuses = [...statusesOf(query.status)];
  const ofOrganisation = viewer.sees === null ? sql`true` : sql`e.organisation_id = ${viewer.sees}::uuid`;
  const counts = await row(
    em,
    sql<{ count: number; auto_filtered: number }>`
      select (count(*) filter (where e.status = any (${statuses}::text[])))::int as count,
        (count(*) filter (where e.status = 'auto_filtered'))::int as auto_filtered
      from events.event e where ${ofOrganisation} and ${matching(filters)}`,
  );
  // The page first: columns that read other tables would be computed for every row that the offset skips.
  const from = after === undefined ? undefined : ({ id: after, side: 'behind' } as const);
  const ids = await orderedIds(em, { filters, sort, sees: viewer.sees, from, limit, offset });
  const found = await rows(
    em,
    sql<ListedEvent>`select ${EVENT_COLUMNS} from ${EVENT_TABLES} join unnest(${ids}::uuid[]) with ordinality as page (id, place) on page.id = e.id
      order by page.place`,
  );
  return {
    count: counts?.count ?? 0,
    auto_filtered: counts?.auto_filtered ?? 0,
    results: await toEventRows(em, found, viewer),
  };
}

/** One event as a row of the list; undefined for one that is not there for the scope. */
export async function oneEvent(em: SqlEntityManager, id: string, viewer: Viewer): Promise<EventRow | undefined> {
  const found = await rows(em, sql<ListedEvent>`select ${EVENT_COLUMNS} from ${EVENT_TABLES} where e.id = ${id}`);
  return (await toEventRows(em, found, viewer))[0];
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
