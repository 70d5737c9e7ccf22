import type { EventFilters, EventSort } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { matching, statusesOf } from './event-filters.ts';

/** The values of severity_rank. */
const RANKS = [1, 2, 3, 4, 5];

/** Each sort reads one group of events for each status and rank, in the order of an index; `rank` is that of `events.event e`. */
const SORTS = {
  created: { ranks: [0], ofRank: sql`true`, rank: sql`0` },
  severity: { ranks: RANKS, ofRank: sql`e.severity_rank = r.rank`, rank: sql`e.severity_rank` },
} as const satisfies Record<EventSort, object>;

/** On either side of `chosen`: the ranks and times of the group that can hold such an event, and the order from `chosen` on. */
const SIDES = {
  behind: {
    beyond: sql`r.rank >= chosen.rank and e.created <= case r.rank when chosen.rank then chosen.created else 'infinity' end
      and (r.rank > chosen.rank or e.created < chosen.created or e.id > chosen.id)`,
    within: sql`e.created desc, e.id`,
    among: sql`r.rank, p.created desc, p.id`,
  },
  before: {
    beyond: sql`r.rank <= chosen.rank and e.created >= case r.rank when chosen.rank then chosen.created else '-infinity' end
      and (r.rank < chosen.rank or e.created > chosen.created or e.id < chosen.id)`,
    within: sql`e.created, e.id desc`,
    among: sql`r.rank desc, p.created, p.id desc`,
  },
} as const;

export interface OrderedEvents {
  readonly filters: EventFilters;
  readonly sort: EventSort;
  /** Whose events the caller sees. The planner uses no index with row-level security alone. */
  readonly sees: string | null;
  /** Only events on this side of one, the nearest first; none where the scope does not see it. */
  readonly from?: { readonly id: string; readonly side: keyof typeof SIDES } | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Ids of the events that the filters match, in the order of the list. */
export async function orderedIds(em: SqlEntityManager, wanted: OrderedEvents): Promise<string[]> {
  const { filters, sort, sees, from, limit, offset } = wanted;
  const { ranks, ofRank, rank } = SORTS[sort];
  const { beyond, within, among } = SIDES[from?.side ?? 'behind'];
  const chosen = sql`cross join (select e.id, e.created, ${rank} as rank from events.event e where e.id = ${from?.id ?? null}::uuid) chosen`;
  const found = await rows(
    em,
    sql<{ id: string }>`
      select p.id from unnest(${[...statusesOf(filters.status)]}::text[]) as s (status) cross join unnest(${[...ranks]}::int[]) as r (rank)
      ${from === undefined ? sql`` : chosen}
      cross join lateral (
        select e.id, e.created from events.event e
        where e.status = s.status and ${ofRank} and ${sees === null ? sql`true` : sql`e.organisation_id = ${sees}::uuid`}
          and ${from === undefined ? sql`true` : beyond} and ${matching(filters)}
        order by ${within} limit ${limit + offset}
      ) p
      order by ${among} limit ${limit} offset ${offset}`,
  );
  return found.map(({ id }) => id);
}
