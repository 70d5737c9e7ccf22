import type { AnswerOf, EventRow, internalEventCounts } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Viewer } from '../detectors/read-masked.ts';
import { lookUp, type SoughtFilters } from '../event-index/look-up.read-model.ts';
import { matching } from './event-filters.ts';
import { statusesOf } from './status-filter.ts';
import { seenBy } from './event-order.read-model.ts';
import { type ListCounts, storedListCounts } from './stored-counts.read-model.ts';
import { EVENT_COLUMNS, EVENT_TABLES, type ListedEvent, toEventRows } from './event-row.read-model.ts';

/** How many events the filters match, and how many of the same choice are auto-filtered. */
export async function listCounts(em: SqlEntityManager, sought: SoughtFilters, sees: string | null): Promise<ListCounts> {
  const stored = await storedListCounts(em, sought.filters, sees);
  if (stored !== undefined) return stored;
  const counts = await row(
    em,
    sql<ListCounts>`
      select (count(*) filter (where e.status = any (${[...statusesOf(sought.filters.status)]}::text[])))::int as count,
        (count(*) filter (where e.status = 'auto_filtered'))::int as auto_filtered
      from events.event e where ${seenBy(sees)} and ${matching(sought)}`,
  );
  return counts ?? { count: 0, auto_filtered: 0 };
}

/** The events of `ids` as rows of the list, in this order. */
export async function eventsByIds(em: SqlEntityManager, ids: readonly string[], viewer: Viewer): Promise<EventRow[]> {
  const found = await rows(
    em,
    sql<ListedEvent>`select ${EVENT_COLUMNS} from ${EVENT_TABLES}
      join unnest(${[...ids]}::uuid[]) with ordinality as page (id, place) on page.id = e.id
      order by page.place`,
  );
  return toEventRows(em, found, viewer);
}

/** One event as a row of the list; undefined for one that is not there for the scope. */
export async function oneEvent(em: SqlEntityManager, id: string, viewer: Viewer): Promise<EventRow | undefined> {
  return (await eventsByIds(em, [id], viewer))[0];
}

/** What the badges of an organisation show, in its scope. */
export async function badgeCounts(em: SqlEntityManager, organisation: string): Promise<AnswerOf<typeof internalEventCounts>> {
  const { count: events } = await listCounts(em, await lookUp(em, { status: ['open'] }, organisation), organisation);
  const counted = await row(em, sql<{ rules: number }>`select count(*)::int as rules from events.blacklist_rule`);
  return { events, rules: counted?.rules ?? 0 };
}
