import { Injectable } from '@nestjs/common';
import type { AnswerOf, InputOf, listEvents } from '@leakwatch/contracts';
import type { Caller, SqlEntityManager } from '@leakwatch/platform';
import type { Viewer } from '../detectors/read-masked.ts';
import { EventCursors, refused } from './event-cursor.ts';
import { findTexts } from '../text-search/find-texts.read-model.ts';
import { eventsByIds, listCounts } from './event-list.read-model.ts';
import { orderedEvents, orderedPage } from './event-order.read-model.ts';

/**
 * The list of events by offset, and by cursor to any depth. A cursor is a place in the order of the list: newer events stand before it, so no
 * event comes twice and none that was there is left out.
 */
@Injectable()
export class EventPages {
  constructor(private readonly cursors: EventCursors) {}

  /** Throws InvalidRequest `cursor_invalid`. */
  async read(
    em: SqlEntityManager,
    query: InputOf<typeof listEvents>['query'],
    caller: Caller,
    viewer: Viewer,
  ): Promise<AnswerOf<typeof listEvents>> {
    const { limit, offset, cursor, sort = 'created', ...filters } = query;
    if (cursor !== undefined && offset !== 0) throw refused();
    const list = { ...filters, sort };
    const sees = viewer.sees ?? filters.org ?? null;
    const sought = await findTexts(em, filters, sees);
    const held = cursor === undefined ? undefined : this.cursors.read(cursor, list, caller);
    const { count, auto_filtered } = held ?? (await listCounts(em, sought, sees));
    const places =
      held === undefined
        ? await orderedEvents(em, { sought, sort, sees, limit, offset })
        : await orderedPage(em, { sought, sort, sees, from: { side: 'behind', of: held.after }, limit });
    const results = await eventsByIds(
      em,
      places.map(({ id }) => id),
      viewer,
    );
    const last = places.length < limit ? undefined : places.at(-1);
    const next_cursor = last === undefined ? null : this.cursors.write({ count, auto_filtered, after: last }, list, caller);
    return { count, auto_filtered, results, next_cursor };
  }
}
