import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

interface Place {
  readonly element: Element;
  /** Which row of the body has the focus, and which of its links and buttons. */
  readonly row: number;
  readonly part: number;
}

function placeOf(element: Element): Place | null {
  const row = element.closest('tr');
  const rows = row?.parentElement;
  if (row === null || rows?.tagName !== 'TBODY') return null;
  return { element, row: [...rows.children].indexOf(row), part: [...row.querySelectorAll(FOCUSABLE)].indexOf(element) };
}

/**
 * When the row that has the focus leaves a table, as after its deletion, the row that takes its place gets it: a person at the keyboard would
 * begin at the top of the page again. Gives the events for the table.
 */
export function useRowFocus(table: RefObject<HTMLTableElement | null>) {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const last = place.current;
    if (last === null || last.element.isConnected) return;
    place.current = null;
    if (document.activeElement !== document.body) return;
    const rows = table.current?.tBodies[0]?.rows;
    const row = rows?.[Math.min(last.row, rows.length - 1)];
    const parts = row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [];
    parts[Math.min(last.part, parts.length - 1)]?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      place.current = placeOf(target);
    },
    // Only where something else took the focus: a button that is removed, or disabled while its call runs, gives it to nothing.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) place.current = null;
    },
  };
}
