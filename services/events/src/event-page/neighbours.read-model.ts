import type { AnswerOf, eventNeighbours, InputOf } from '@leakwatch/contracts';
import type { SqlEntityManager } from '@leakwatch/platform';
import { orderedEvents } from '../leak-events/event-order.read-model.ts';
import { lookUp } from '../event-index/look-up.read-model.ts';
import { findEvent } from '../leak-events/lock-events.store.ts';

/** The neighbours of an event in the list that filters and sort make; undefined when the scope does not see the event. */
export async function neighboursOf(
  em: SqlEntityManager,
  { params: { id }, query: { sort = 'created', group, ...filters } }: InputOf<typeof eventNeighbours>,
  /** Whose events the caller sees; null for those of all. */
  sees: string | null,
): Promise<AnswerOf<typeof eventNeighbours> | undefined> {
  if ((await findEvent(em, id)) === undefined) return undefined;
  const sought = await lookUp(em, filters, sees);
  const nearest = async (side: 'before' | 'behind') =>
    (await orderedEvents(em, { sought, sort, group, sees, from: { of: id, side }, limit: 1 }))[0]?.id ?? null;
  return { previous: await nearest('before'), next: await nearest('behind') };
}
