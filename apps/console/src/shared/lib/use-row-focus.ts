import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

interface Place {
  readonly element: Element;
  /** Which row has the focus, and which of its links and buttons. */
  readonly row: number;
  readonly part: number;
  /** What holds the list and may outlast it, the nearest first. */
  readonly around: readonly (Element | null)[];
  readonly path: string;
}

/** The rows of a table's body, or of a list. */
function rowsOf(box: HTMLElement | null): Element[] {
  return [...((box instanceof HTMLTableElement ? box.tBodies[0] : box)?.children ?? [])];
}

function placeOf(element: Element, rows: readonly Element[]): Place | null {
  const row = rows.findIndex((one) => one.contains(element));
  const parts = rows[row]?.querySelectorAll(FOCUSABLE);
  if (parts === undefined) return null;
  const around = [element.closest('section'), element.closest('main')];
  return { element, row, part: [...parts].indexOf(element), around, path: window.location.pathname };
}

/** To the heading over a list that left the page with its last row, unless somebody else took the focus or the page is another one. */
function focusHeading({ element, around, path }: Place): void {
  if (element.isConnected || document.activeElement !== document.body || window.location.pathname !== path) return;
  const heading = around.find((one) => one?.isConnected === true)?.querySelector<HTMLElement>('h1, h2');
  if (heading === null || heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
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
    const row = rows[Math.min(last.row, rows.length - 1)];
    const parts = row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [];
    parts[Math.min(last.part, parts.length - 1)]?.focus({ preventScroll: true });
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
