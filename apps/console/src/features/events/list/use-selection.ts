import { useCallback, useEffect, useRef, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The selected rows of the page. `selectable`: ids in screen order; a change of `scope` clears the selection. */
export function useSelection(selectable: readonly string[], scope: string) {
  const [state, setState] = useState({ scope, ids: NONE });
  const last = useRef<string | null>(null);
  const order = useRef(selectable);
  useEffect(() => {
    order.current = selectable;
  });
  const ids = state.scope === scope ? state.ids : NONE;
  const chosen = selectable.filter((id) => ids.has(id));

  /** Toggles a row; with `range`, all rows from the one toggled before. */
  const toggle = useCallback(
    (id: string, range: boolean) => {
      const from = last.current === null ? -1 : order.current.indexOf(last.current);
      const to = order.current.indexOf(id);
      last.current = id;
      setState((now) => {
        const next = new Set(now.scope === scope ? now.ids : NONE);
        const on = !next.has(id);
        const rows = range && from >= 0 ? order.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
        for (const row of rows) {
          if (on) next.add(row);
          else next.delete(row);
        }
        return { scope, ids: next };
      });
    },
    [scope],
  );
  const set = (wanted: readonly string[]) => setState({ scope, ids: new Set(wanted) });
  return { chosen, has: (id: string) => ids.has(id), toggle, set };
}
