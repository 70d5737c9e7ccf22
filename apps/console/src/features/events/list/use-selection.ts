import type { EventStatus } from '@leakwatch/vocabulary';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RowEvent } from './list-row.ts';

/** A row that can be selected: its id, and those of its events that the person may change. */
export interface SelectableRow {
  readonly id: string;
  readonly events: readonly RowEvent[];
}

type Chosen = ReadonlyMap<string, RowEvent>;
const NONE: Chosen = new Map();

/**
 * The selected events, also those of other pages; they stay selected when their status changes. `rows`: those of the page in screen order. A change
 * of `scope`, the filters, clears the selection; with the filters of before it is there again.
 */
export function useSelection(rows: readonly SelectableRow[], scope: string) {
  const [state, setState] = useState({ scope, events: NONE });
  const last = useRef<string | null>(null);
  const order = useRef(rows);
  useEffect(() => {
    order.current = rows;
  });
  const events = state.scope === scope ? state.events : NONE;
  const isChosen = useMemo(
    () => new Set(rows.filter((row) => row.events.length > 0 && row.events.every(({ id }) => events.has(id))).map(({ id }) => id)),
    [rows, events],
  );

  /** Toggles a row with all its events; with `range`, all rows from the one toggled before. */
  const toggle = useCallback(
    (id: string, range: boolean) => {
      const from = last.current === null ? -1 : order.current.findIndex((row) => row.id === last.current);
      const to = order.current.findIndex((row) => row.id === id);
      last.current = id;
      setState((now) => {
        const before = now.scope === scope ? now.events : NONE;
        const first = range && from >= 0 ? Math.min(from, to) : to;
        const on = !order.current[to]?.events.every((event) => before.has(event.id));
        return { scope, events: withRows(before, order.current.slice(first, (range ? Math.max(from, to) : to) + 1), on) };
      });
    },
    [scope],
  );
  const onPage = rows.reduce((sum, row) => sum + row.events.filter(({ id }) => events.has(id)).length, 0);
  return {
    /** As the page shows them, where it does. */
    chosen: [...events.values()].map((event) => rows.flatMap((row) => row.events).find(({ id }) => id === event.id) ?? event),
    onPage,
    /** All that can be selected on the page is. */
    isWhole: rows.length > 0 && isChosen.size === rows.length,
    has: (id: string) => isChosen.has(id),
    toggle,
    setPage: (on: boolean) => setState({ scope, events: withRows(events, rows, on) }),
    clear: () => setState({ scope, events: NONE }),
    /** The events of other pages have this status now. */
    setStatus: (status: EventStatus) => setState({ scope, events: new Map([...events].map(([id, event]) => [id, { ...event, status }])) }),
  };
}

function withRows(events: Chosen, rows: readonly SelectableRow[], on: boolean): Chosen {
  const next = new Map(events);
  for (const event of rows.flatMap((row) => row.events)) {
    if (on) next.set(event.id, event);
    else next.delete(event.id);
  }
  return next;
}
