import type { EventsPage } from './api.ts';
import { belongs, type StatusChoice } from './event-filters.ts';

/** What a quiet look at the list says about the one on the screen. */
export interface News {
  /** Events that came since. */
  readonly fresh: number;
  /** The same rows in the same order: they may be renewed without anything moving. */
  readonly sameRows: boolean;
  /** Rows on the screen that the person moved out of this list; renewing it would take them away. */
  readonly moved: boolean;
}

export function findNews(shown: EventsPage, peeked: EventsPage, page: number, status: StatusChoice): News {
  const newest = shown.results[0]?.created ?? '';
  const ids = shown.results.map((event) => event.id);
  // The list is newest first: what is newer than its first row was not there.
  const onTop = peeked.results.filter((event) => event.created > newest && !ids.includes(event.id)).length;
  const grown = peeked.count - shown.count;
  return {
    fresh: page === 1 ? (onTop === peeked.results.length ? Math.max(onTop, grown) : onTop) : Math.max(0, grown),
    sameRows: peeked.results.length === ids.length && peeked.results.every((event, index) => event.id === ids[index]),
    moved: shown.results.some((event) => !belongs(event.status, status)),
  };
}
