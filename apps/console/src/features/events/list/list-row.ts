import type { EventRow, GroupedEvent, GroupedRow } from '@leakwatch/contracts';
import type { EventsPage } from '../api.ts';

/** What is known of each event of a row. */
export type RowEvent = Pick<EventRow, 'id' | 'status' | 'owner_status' | 'pattern'>;

/** A row of the list: the event that it shows, and the others that it stands for. */
export interface ListRow {
  readonly event: EventRow;
  /** null where each event is a row. */
  readonly group: GroupedRow | null;
}

export const rowsOf = (page: EventsPage | undefined): readonly ListRow[] =>
  (page?.results ?? []).map((event, at) => ({ event, group: page?.groups?.[at] ?? null }));

/** The events of a row that the answer lists, that of the row first. */
export const eventsOf = ({ event, group }: ListRow): readonly RowEvent[] => group?.events ?? [event];

/** The other events of a row, which it does not show itself. */
export const othersOf = ({ event, group }: ListRow): readonly GroupedEvent[] => (group?.events ?? []).filter(({ id }) => id !== event.id);

/** The patterns that found what a row shows, that of its event first. */
export const patternsOf = (row: ListRow): readonly string[] => [...new Set(eventsOf(row).map(({ pattern }) => pattern))];

export const statusesOf = (row: ListRow): readonly EventRow['status'][] => [...new Set(eventsOf(row).map(({ status }) => status))];
