import { Injectable } from '@nestjs/common';
import type { AnswerOf, InputOf, listEvents } from '@leakwatch/contracts';
import type { Caller, SqlEntityManager } from '@leakwatch/platform';
import type { Viewer } from '../detectors/read-masked.ts';
import { EventCursors, refused } from './event-cursor.ts';
import { lookUp } from '../event-index/look-up.read-model.ts';
import { eventsByIds, listCounts } from './event-list.read-model.ts';
import type { GroupedList } from './event-groups.ts';
import { countRows, groupedRows } from './event-groups.read-model.ts';
import { orderedEvents, orderedPage } from './event-order.read-model.ts';
import { type ListCounts, storedListCounts } from './stored-counts.read-model.ts';

/** An empty list: no event is read to find that there is none. */
const nothing = (auto_filtered: number, group: GroupedList['group']): AnswerOf<typeof listEvents> => ({
  count: 0,
  auto_filtered,
  rows: 0,
  groups: group === undefined ? null : [],
  results: [],
  next_cursor: null,
});

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
    const { limit, offset, cursor, sort = 'created', group, ...filters } = query;
    if (cursor !== undefined && offset !== 0) throw refused();
    const list = { ...filters, sort, group };
    const sees = viewer.sees ?? filters.org ?? null;
    const held = cursor === undefined ? undefined : this.cursors.read(cursor, list, caller);
    const counts = held ?? (await storedListCounts(em, filters, sees));
    if (counts !== undefined && counts.count === 0) return nothing(counts.auto_filtered, group);
    const page = counts === undefined ? {} : { page: { rows: offset + limit, matching: counts.count } };
    const sought = await lookUp(em, filters, sees, page);
    const { count, auto_filtered, rows, until } = held ?? (await this.measure(em, { sought, group }, counts, sees));
    const ordered = { sought, sort, group, sees, limit };
    // Where the counts say how many match, the page is expected near the beginning of the list, or its events are few and were looked up.
    const firstPage = counts !== undefined && sort === 'created' ? orderedPage : orderedEvents;
    const places =
      held === undefined
        ? await firstPage(em, { ...ordered, offset })
        : await orderedPage(em, { ...ordered, until, from: { side: 'behind', of: held.after } });
    const ids = places.map(({ id }) => id);
    const results = await eventsByIds(em, ids, viewer);
    const groups = group === undefined ? null : await groupedRows(em, ids, { sought, sort, group }, viewer);
    const last = places.length < limit ? undefined : places.at(-1);
    const next_cursor = last === undefined ? null : this.cursors.write({ count, auto_filtered, rows, until, after: last }, list, caller);
    return { count, auto_filtered, rows, groups, results, next_cursor };
  }

  /** What is the same on all pages of a list. */
  private async measure(
    em: SqlEntityManager,
    { sought, group }: Pick<GroupedList, 'sought' | 'group'>,
    stored: ListCounts | undefined,
    sees: string | null,
  ) {
    const counts = stored ?? (await listCounts(em, sought, sees));
    if (group === undefined) return { ...counts, rows: counts.count, until: undefined };
    return { ...counts, ...(await countRows(em, { sought, group }, counts.count, sees)) };
  }
}
