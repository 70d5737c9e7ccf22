import { Injectable } from '@nestjs/common';
import type { AnswerOf, InputOf, listEvents } from '@leakwatch/contracts';
import type { Caller, SqlEntityManager } from '@leakwatch/platform';
import { EventCursors, type HeldByCursor, refused } from './event-cursor.ts';
import { eventList, eventsByIds } from './event-list.read-model.ts';
import { pageOfEvents, placeOf } from './event-page.ts';

/**
 * The list of events by offset, and by cursor to any depth. A cursor is a place in the order of the list: events that are added meanwhile
 * stand before it, so no event comes twice and none that was there is left out.
 */
@Injectable()
export class EventPages {
  constructor(private readonly cursors: EventCursors) {}

  /** Throws InvalidRequest `cursor_invalid`. */
  async read(em: SqlEntityManager, query: InputOf<typeof listEvents>['query'], caller: Caller): Promise<AnswerOf<typeof listEvents>> {
    const { limit, offset, cursor, ...filters } = query;
    const next = (before: Omit<HeldByCursor, 'after'>, after: HeldByCursor['after'] | undefined, length: number) =>
      after === undefined || length < limit ? null : this.cursors.write({ ...before, after }, filters, caller);
    if (cursor === undefined) {
      const page = await eventList(em, query, caller.organisation);
      const { count, auto_filtered, results } = page;
      const last = results.length < limit ? undefined : results.at(-1);
      const place = last === undefined ? undefined : await placeOf(em, last.id);
      return { ...page, next_cursor: next({ count, auto_filtered }, place, results.length) };
    }
    if (offset !== 0) throw refused();
    const { after, ...counts } = this.cursors.read(cursor, filters, caller);
    const organisation = caller.staff ? (filters.org ?? null) : caller.organisation;
    const places = await pageOfEvents(em, { organisation, filters, after, limit });
    const results = await eventsByIds(
      em,
      places.map(({ id }) => id),
      caller.organisation,
    );
    return { ...counts, results, next_cursor: next(counts, places.at(-1), places.length) };
  }
}
