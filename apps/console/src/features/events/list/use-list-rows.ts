import { useMemo } from 'react';
import type { EventsPage } from '../api.ts';
import { eventsOf, type ListRow, type RowEvent, rowsOf } from './list-row.ts';
import type { SelectableRow } from './use-selection.ts';

export interface ListRows {
  readonly rows: readonly ListRow[];
  /** Rows with events that the person may change. */
  readonly selectable: readonly SelectableRow[];
  /** The row that has the event. */
  readonly rowOf: (id: string | null) => ListRow | undefined;
  /** Those events of a row that the person may change. */
  readonly changeableOf: (row: ListRow | undefined) => readonly RowEvent[];
}

/** The rows of a page, and what the person may change in them. */
export function useListRows(page: EventsPage | undefined, staff: boolean): ListRows {
  return useMemo(() => {
    const rows = rowsOf(page);
    const byEvent = new Map(rows.flatMap((row) => eventsOf(row).map(({ id }) => [id, row] as const)));
    const changeable = new Map(rows.map((row) => [row, eventsOf(row).filter((event) => event.owner_status || staff)]));
    const changeableOf = (row: ListRow | undefined) => (row === undefined ? [] : (changeable.get(row) ?? []));
    return {
      rows,
      selectable: rows.map((row) => ({ id: row.event.id, events: changeableOf(row) })).filter(({ events }) => events.length > 0),
      rowOf: (id) => (id === null ? undefined : byEvent.get(id)),
      changeableOf,
    };
  }, [page, staff]);
}
