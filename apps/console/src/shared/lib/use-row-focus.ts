import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

interface Place {
  readonly element: Element;
  /** Which row has the focus, and which of its links and buttons. */
  readonly row: number;
  readonly part: number;
}

/** The rows of a table's body, or of a list. */
function rowsOf(box: HTMLElement | null): Element[] {
  return [...((box instanceof HTMLTableElement ? box.tBodies[0] : box)?.children ?? [])];
}

function placeOf(element: Element, rows: readonly Element[]): Place | null {
  const row = rows.findIndex((one) => one.contains(element));
  const parts = rows[row]?.querySelectorAll(FOCUSABLE);
  return parts === undefined ? null : { element, row, part: [...parts].indexOf(element) };
}

/**
 * When the row that has the focus leaves a table or a list, as after its deletion, the row that takes its place gets it: a person at the keyboard would
 * begin at the top of the page again. Gives the events for it.
 */
export function useRowFocus(box: RefObject<HTMLElement | null>) {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const last = place.current;
    if (last === null || last.element.isConnected) return;
    place.current = null;
    if (document.activeElement !== document.body) return;
    const rows = rowsOf(box.current);
    const row = rows[Math.min(last.row, rows.length - 1)];
    const parts = row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [];
    parts[Math.min(last.part, parts.length - 1)]?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      place.current = placeOf(target, rowsOf(box.current));
    },
    // Only where something else took the focus: a button that is removed, or disabled while its call runs, gives it to nothing.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) place.current = null;
    },
  };
}
