import type { EventRow } from '@leakwatch/contracts';
import type { EventsPage } from '../api.ts';
import { belongs, type StatusChoice } from '../filters/event-filters.ts';

/** How a background answer differs from the list on the screen. */
export interface News {
  /** Number of new events. */
  readonly fresh: number;
  /** The same rows in the same order: they can be replaced without moving anything. */
  readonly sameRows: boolean;
  /** Rows that others changed so that they no longer match the list. */
  readonly gone: number;
  /** Rows that this page of the list does not have any more: others changed them, or they slid to the next page. */
  readonly missing: readonly EventRow[];
}

/** `left`: rows that are known not to match the list any more, and show it. */
export function findNews(shown: EventsPage, peeked: EventsPage, page: number, status: StatusChoice, left: ReadonlySet<string>): News {
  const newest = shown.results.reduce((latest, { created }) => (created > latest ? created : latest), '');
  const ids = shown.results.map((event) => event.id);
  // Events that are newer than every row are new; sorted by severity the first row may be an old one.
  const onTop = peeked.results.filter((event) => event.created > newest && !ids.includes(event.id)).length;
  const grown = peeked.count - shown.count;
  // Where the list did not shrink, rows may have slid to the next page.
  const absent = shown.results.filter(({ id }) => !peeked.results.some((event) => event.id === id));
  const missing = absent.filter((event) => belongs(event.status, status) && !left.has(event.id));
  return {
    gone: absent.filter(({ id }) => left.has(id)).length + (grown < 0 ? missing.length : 0),
    missing,
    fresh: page === 1 ? (onTop === peeked.results.length ? Math.max(onTop, grown) : onTop) : Math.max(0, grown),
    sameRows: peeked.results.length === ids.length && peeked.results.every((event, index) => event.id === ids[index]),
  };
}
