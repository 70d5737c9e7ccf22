import type { STATUS_FILTERS } from '@leakwatch/contracts';
import { CLOSED_STATUSES, EVENT_STATUSES, type EventStatus } from '@leakwatch/vocabulary';

/** The statuses that a filter means; without a filter, open. */
export function statusesOf(filters: readonly (typeof STATUS_FILTERS)[number][] | undefined): readonly EventStatus[] {
  const chosen = new Set<EventStatus>();
  for (const filter of filters ?? ['open'])
    for (const status of filter === 'all' ? EVENT_STATUSES : filter === 'closed' ? CLOSED_STATUSES : [filter]) chosen.add(status);
  return [...chosen];
}
