import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { focusHeading, type Held, heldBy } from './focus-heading.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

interface Place extends Held {
  /** Which row has the focus, and which of its links and buttons. */
  readonly row: number;
  readonly part: number;
}

/** The rows of a table's body, or of a list. */
function rowsOf(box: HTMLElement | null): Element[] {
  return [...((box instanceof HTMLTableElement ? box.tBodies[0] : box)?.children ?? [])];
}

/** The links and buttons of a row; what follows the rows may be a button itself. */
function partsOf(row: Element | undefined): readonly HTMLElement[] {
  if (row instanceof HTMLElement && row.matches(FOCUSABLE)) return [row];
  return [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
}

function placeOf(element: Element, rows: readonly Element[]): Place | null {
  const row = rows.findIndex((one) => one.contains(element));
  const parts = rows[row]?.querySelectorAll(FOCUSABLE);
  if (parts === undefined) return null;
  return { ...heldBy(element), row, part: [...parts].indexOf(element) };
}

/**
 * When the row that has the focus leaves a table or a list, as after its deletion, the row that takes its place gets it: a person at the keyboard would
 * begin at the top of the page again. With the last row the whole list leaves, and the heading over it gets the focus. Gives the events for it.
 */
export function useRowFocus(box: RefObject<HTMLElement | null>) {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const last = place.current;
    if (last === null || last.element.isConnected) return;
    place.current = null;
    if (document.activeElement !== document.body) return;
    const rows = rowsOf(box.current);
    const parts = partsOf(rows[Math.min(last.row, rows.length - 1)]);
    const next = parts[Math.min(last.part, parts.length - 1)];
    // The list may leave while the page that asks for its focus stays.
    if (next === undefined) setTimeout(() => focusHeading(last));
    else next.focus({ preventScroll: true });
  });
  useEffect(
    () => () => {
      const last = place.current;
      // After the page has been drawn without the list: what replaces it may take the focus itself.
      if (last !== null) setTimeout(() => focusHeading(last));
    },
    [],
  );
  return {
    // Events of a dialog that a row opens come here too: the row that is deleted by it is the place still.
    onFocus: ({ target }: FocusEvent) => {
      if (box.current?.contains(target) === true) place.current = placeOf(target, rowsOf(box.current));
    },
    // Only where something else took the focus: a button that is removed, or disabled while its call runs, gives it to nothing.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null && relatedTarget.closest('[role=dialog]') === null) place.current = null;
    },
  };
}
