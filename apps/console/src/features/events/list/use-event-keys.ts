import type { EventRow } from '@leakwatch/contracts';
import { TRIAGE_STATUSES, type TriageStatus } from '@leakwatch/vocabulary';
import { useEffect, useRef, useState } from 'react';
import { takeFocus } from '../../../shared/lib/take-focus.ts';
import { useShortcuts } from '../../../shared/lib/shortcuts.ts';

interface Actions {
  /** The event that is current when the page opens. */
  readonly first: string | null;
  readonly events: readonly EventRow[];
  readonly onSelect: (id: string) => void;
  /** Changes the selected events, or the current one if none is selected; null when there is neither. */
  readonly onStatus: (current: EventRow | undefined, status: TriageStatus) => void;
  /** For the selected events, or the current one if none is selected. */
  readonly onAssign: (current: EventRow | undefined) => void;
  readonly onAssignToMe: (current: EventRow | undefined) => void;
  readonly onComment: (current: EventRow | undefined) => void;
  /** The current event changed by a key. */
  readonly onMove: (current: EventRow) => void;
  readonly onOpen: (current: EventRow) => void;
  readonly onPage: (current: EventRow) => void;
  readonly onEscape: () => void;
  readonly onBlacklist: (current: EventRow) => void;
  readonly onText: (current: EventRow) => void;
  readonly onSimilar: (current: EventRow) => void;
  readonly onDensity: () => void;
  readonly onFilters: () => void;
  readonly onHelp: () => void;
}

/** The keyboard of the list: j and k move the current event, the other keys act on it. */
export function useEventKeys({
  first,
  events,
  onSelect,
  onStatus,
  onAssign,
  onAssignToMe,
  onComment,
  onMove,
  onOpen,
  onPage,
  onEscape,
  onBlacklist,
  onText,
  onSimilar,
  onDensity,
  onFilters,
  onHelp,
}: Actions): { readonly current: EventRow | undefined; readonly setCurrent: (id: string) => void } {
  const [id, setCurrent] = useState(first);
  const placeOf = (wanted: string | null | undefined) => events.findIndex((event) => event.id === wanted);
  const at = placeOf(id);
  const seen = useRef(events);
  /** The event beside the current one when that left the list: not current itself, as a key that is pressed just then would change it. */
  const beside = useRef<string>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = events;
    const from = before.findIndex((event) => event.id === id);
    if (at !== -1 || from === -1) return;
    const isThere = (event: EventRow) => placeOf(event.id) !== -1;
    const next = before.slice(from).find(isThere) ?? before.slice(0, from).findLast(isThere);
    beside.current = next?.id ?? null;
    takeFocus(document.getElementById(`event-${beside.current}`));
  });
  const move = (by: 1 | -1) => {
    const to = at === -1 ? placeOf(beside.current) + Math.min(by, 0) : at + by;
    const next = events[Math.max(0, Math.min(events.length - 1, to))];
    if (next === undefined) return;
    setCurrent(next.id);
    const row = document.getElementById(`event-${next.id}`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
    onMove(next);
  };
  const current = events[at];
  const statuses = TRIAGE_STATUSES.map((status, index) => [String(index + 1), () => onStatus(current, status)] as const);
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => current !== undefined && onSelect(current.id),
    ...Object.fromEntries(statuses),
    a: () => onAssign(current),
    m: () => onAssignToMe(current),
    c: () => onComment(current),
    Enter: () => current !== undefined && onOpen(current),
    Escape: onEscape,
    o: () => current !== undefined && onPage(current),
    b: () => current !== undefined && onBlacklist(current),
    v: () => current !== undefined && onText(current),
    s: () => current !== undefined && onSimilar(current),
    d: onDensity,
    '/': onFilters,
    '?': onHelp,
  });
  return { current, setCurrent };
}
