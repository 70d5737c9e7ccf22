import type { AnswerOf, EventFilters, eventNeighbours } from '@leakwatch/contracts';
import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { matching, statusesOf } from '../leak-events/event-filters.ts';
import { findEvent } from '../leak-events/lock-events.store.ts';

/** The list is ordered by `created desc, id`: an alias of events.event `e` beyond `chosen` on either side, and which of them is the nearest. */
const SIDES = {
  previous: {
    beyond: sql.raw('e.created >= chosen.created and (e.created > chosen.created or e.id < chosen.id)'),
    nearest: sql.raw('created, id desc'),
  },
  next: {
    beyond: sql.raw('e.created <= chosen.created and (e.created < chosen.created or e.id > chosen.id)'),
    nearest: sql.raw('created desc, id'),
  },
} as const;

/**
 * The event before or behind one in the order of the list. Each status is read separately, in the order of the list's index, so that a
 * neighbour costs the same anywhere in a long list.
 */
async function neighbour(
  em: SqlEntityManager,
  id: string,
  side: keyof typeof SIDES,
  filters: EventFilters,
  organisation: string | null,
): Promise<string | null> {
  const { beyond, nearest } = SIDES[side];
  const ofOrganisation = organisation === null ? sql`true` : sql`e.organisation_id = ${organisation}::uuid`;
  const found = await row(
    em,
    sql<{ id: string }>`
      select near.id from (
        select p.id, p.created from events.event chosen cross join unnest(${[...statusesOf(filters.status)]}::text[]) as s (status)
        cross join lateral (
          select e.id, e.created from events.event e
          where e.status = s.status and ${ofOrganisation} and ${matching(filters)} and ${beyond}
          order by ${nearest} limit 1
        ) p where chosen.id = ${id}
      ) near order by ${nearest} limit 1`,
  );
  return found?.id ?? null;
}

/** The neighbours of an event in the list that the filters make; undefined when the scope does not see the event. */
export async function neighboursOf(
  em: SqlEntityManager,
  id: string,
  filters: EventFilters,
  /** Of the caller; null for staff, who see the events of all. */
  organisation: string | null,
): Promise<AnswerOf<typeof eventNeighbours> | undefined> {
  if ((await findEvent(em, id)) === undefined) return undefined;
  return {
    previous: await neighbour(em, id, 'previous', filters, organisation),
    next: await neighbour(em, id, 'next', filters, organisation),
  };
}
