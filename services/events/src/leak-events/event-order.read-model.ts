import type { EventSort, ReportCursor } from '@leakwatch/contracts';
import { type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { matching, matchingList, ranksOf } from './event-filters.ts';
import { statusesOf } from './status-filter.ts';
import { type GroupedList, isShown } from './event-groups.ts';

/** The values of severity_rank. */
const RANKS = [1, 2, 3, 4, 5];

/** Pages up to this offset read rank after rank. It bounds the places that are held in memory; pages of further on are read by programs, by cursor. */
const RANKED_OFFSET_MAX = 1_000;

/** The rank of `events.event e` in each sort. */
const RANK_OF = { created: sql`0`, severity: sql`e.severity_rank` } as const satisfies Record<EventSort, object>;

/**
 * Each status and severity is read separately, in the order of an index. `severities` are those that the filter names, where it names any: with a list of
 * them in one condition the planner would sort all their events.
 */
function groupsOf({ sought, sort }: Pick<OrderedEvents, 'sought' | 'sort'>, ranks: readonly number[]) {
  const wanted = ranksOf(sought.filters.severity);
  const severities = sort === 'severity' ? ranks.filter((rank) => wanted?.includes(rank) ?? true) : wanted;
  if (severities === undefined) return { groups: sql`(values (0)) as r (rank)`, ofGroup: sql`true` };
  const groups = sql`(select ${sort === 'severity' ? sql`severity` : sql`0`} as rank, severity from unnest(${[...severities]}::int[]) g (severity)) r`;
  return { groups, ofGroup: sql`e.severity_rank = r.severity` };
}

/** On either side of `chosen`: the ranks and times of the group that can hold such an event, and the order from `chosen` on. */
const SIDES = {
  behind: {
    beyond: sql`r.rank >= chosen.rank and e.created <= case r.rank when chosen.rank then chosen.created else 'infinity' end
      and (r.rank > chosen.rank or e.created < chosen.created or e.id > chosen.id)`,
    within: sql`e.created desc, e.id`,
    among: sql`p.rank, p.created desc, p.id`,
  },
  before: {
    beyond: sql`r.rank <= chosen.rank and e.created >= case r.rank when chosen.rank then chosen.created else '-infinity' end
      and (r.rank < chosen.rank or e.created > chosen.created or e.id < chosen.id)`,
    within: sql`e.created, e.id desc`,
    among: sql`p.rank desc, p.created, p.id desc`,
  },
} as const;

/** As a cursor holds it: a Date has no microseconds, and events of one intake differ in nothing else. */
export const EXACT = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`);

/** Where an event stands in a list; `rank` is 0 in a list that is not sorted by severity. */
export interface EventPlace extends ReportCursor {
  readonly rank: number;
}

/** In a list that is grouped, the events that its rows show. */
export interface OrderedEvents extends GroupedList {
  /** Whose events the caller sees. The planner uses no index with row-level security alone. */
  readonly sees: string | null;
  /** Only events on this side of a place or of an event, the nearest first; none where the scope does not see the event. */
  readonly from?: { readonly side: keyof typeof SIDES; readonly of: EventPlace | string } | undefined;
  /** A condition on `events.event e` beside the filters. */
  readonly also?: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset?: number;
}

/** For the planner: with the row-level security policy alone it would not use an index on the organisation. */
export const seenBy = (sees: string | null) => (sees === null ? sql`true` : sql`e.organisation_id = ${sees}::uuid`);

/** The events that the filters match, as p: each status and each of the ranks is read separately, in the order of an index of the list. */
function inOrderOfIndexes(list: OrderedEvents, ranks: readonly number[]): RawBuilder<unknown> {
  const { sought, sort, sees, from, also = sql`true`, limit, offset = 0 } = list;
  const { groups, ofGroup } = groupsOf(list, ranks);
  const { beyond, within } = SIDES[from?.side ?? 'behind'];
  return sql`
    unnest(${[...statusesOf(sought.filters.status)]}::text[]) as s (status) cross join ${groups}
    ${from === undefined ? sql`` : sql`cross join (${chosen(from.of, RANK_OF[sort])}) chosen`}
    cross join lateral (
      select e.id, e.created, r.rank from events.event e
      where e.status = s.status and ${ofGroup} and ${seenBy(sees)} and ${from === undefined ? sql`true` : beyond}
        and ${matching(sought, 'until a page is full')} and ${isShown(list, 'until a page is full')} and ${also}
      order by ${within} limit ${limit + offset}
    ) p`;
}

/** The same where a few events were found already: there is nothing to gain from an order. */
function amongFound(list: OrderedEvents): RawBuilder<unknown> {
  const { sought, sort, sees, from, also = sql`true` } = list;
  const rank = RANK_OF[sort];
  const { beyond } = SIDES[from?.side ?? 'behind'];
  return sql`(
    select e.id, e.created, r.rank from events.event e cross join lateral (select ${rank} as rank) r
    ${from === undefined ? sql`` : sql`cross join (${chosen(from.of, rank)}) chosen`}
    where ${seenBy(sees)} and ${from === undefined ? sql`true` : beyond} and ${matchingList(sought)} and ${isShown(list, 'all')} and ${also}) p`;
}

/**
 * The places of the events that the filters match, in the order of the list. A page behind a place costs the same at the end of a long list as
 * at its beginning.
 */
export async function orderedEvents(em: SqlEntityManager, wanted: OrderedEvents): Promise<EventPlace[]> {
  const { sought, sort, from, limit, offset = 0 } = wanted;
  if (sought.found !== undefined) return readPlaces(em, wanted, amongFound(wanted));
  if (sort !== 'severity' || offset > RANKED_OFFSET_MAX) return readPlaces(em, wanted, inOrderOfIndexes(wanted, RANKS));
  // A rank is read only where those before it do not fill the page. In rows of secrets, few events of the lower ranks are shown: all of
  // them would be read to find none.
  const places: EventPlace[] = [];
  for (const rank of from?.side === 'before' ? RANKS.toReversed() : RANKS) {
    const left = limit + offset - places.length;
    if (left <= 0) break;
    const ofRank = { ...wanted, limit: left, offset: 0 };
    places.push(...(await readPlaces(em, ofRank, inOrderOfIndexes(ofRank, [rank]))));
  }
  return places.slice(offset);
}

function readPlaces(
  em: SqlEntityManager,
  { from, limit, offset = 0 }: Pick<OrderedEvents, 'from' | 'limit' | 'offset'>,
  events: RawBuilder<unknown>,
): Promise<EventPlace[]> {
  const { among } = SIDES[from?.side ?? 'behind'];
  return rows(
    em,
    sql<EventPlace>`
      select p.id, to_char(p.created at time zone 'UTC', ${EXACT}) as created, p.rank
      from ${events} order by ${among} limit ${limit} offset ${offset}`,
  );
}

const chosen = (of: EventPlace | string, rank: ReturnType<typeof sql>) =>
  typeof of === 'string'
    ? sql`select e.id, e.created, ${rank} as rank from events.event e where e.id = ${of}::uuid`
    : sql`select ${of.id}::uuid as id, ${of.created}::timestamptz as created, ${of.rank}::int as rank`;

/**
 * The same for a page that is expected near the place where it begins. Under row-level security the planner expects one row of a hundred, and would
 * read and sort the rest of the list instead of the first rows of its index.
 */
export async function orderedPage(em: SqlEntityManager, wanted: OrderedEvents): Promise<EventPlace[]> {
  const sorting = (value: 'on' | 'off') => row(em, sql`set local enable_sort = ${sql.raw(value)}`);
  if (wanted.sees === null || wanted.sought.found !== undefined) return orderedEvents(em, wanted);
  await sorting('off');
  const places = await orderedEvents(em, wanted);
  await sorting('on');
  return places;
}

/**
 * The ids of the newest events that the filters match and `also` chooses, at most `limit`. They are found in the order of an index: by their ids all that
 * match would be read and sorted.
 */
export async function newestOf(
  em: SqlEntityManager,
  chosen: Pick<OrderedEvents, 'sought' | 'sees' | 'also' | 'limit'>,
): Promise<readonly string[]> {
  const places = await orderedPage(em, { ...chosen, sort: 'created', group: undefined });
  return places.map(({ id }) => id);
}
