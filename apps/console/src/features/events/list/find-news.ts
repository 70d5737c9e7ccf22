import type { EventsPage } from '../api.ts';
import { belongs, type StatusChoice } from '../filters/event-filters.ts';

/** How a background answer differs from the list on the screen. */
export interface News {
  /** Number of new events. */
  readonly fresh: number;
  /** The same rows in the same order: they can be replaced without moving anything. */
  readonly sameRows: boolean;
  /** Rows that others changed so that they no longer match the list: what they show is not so any more. */
  readonly gone: number;
}

export function findNews(shown: EventsPage, peeked: EventsPage, page: number, status: StatusChoice): News {
  const newest = shown.results.reduce((latest, { created }) => (created > latest ? created : latest), '');
  const ids = shown.results.map((event) => event.id);
  // Events that are newer than every row are new; sorted by severity the first row may be an old one.
  const onTop = peeked.results.filter((event) => event.created > newest && !ids.includes(event.id)).length;
  const grown = peeked.count - shown.count;
  // Where the list did not shrink, rows may have slid to the next page.
  const missing = shown.results.filter((event) => belongs(event.status, status) && !peeked.results.some(({ id }) => id === event.id));
  return {
    gone: grown < 0 ? missing.length : 0,
    fresh: page === 1 ? (onTop === peeked.results.length ? Math.max(onTop, grown) : onTop) : Math.max(0, grown),
    sameRows: peeked.results.length === ids.length && peeked.results.every((event, index) => event.id === ids[index]),
  };
}
