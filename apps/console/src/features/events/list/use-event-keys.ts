import type { EventRow } from '@leakwatch/contracts';
import { TRIAGE_STATUSES, type TriageStatus } from '@leakwatch/vocabulary';
import { useState } from 'react';
import { useShortcuts } from '../../../shared/lib/shortcuts.ts';

interface Actions {
  readonly events: readonly EventRow[];
  readonly onSelect: (id: string) => void;
  /** Changes the selected events, or the current one if none is selected; null when there is neither. */
  readonly onStatus: (current: EventRow | undefined, status: TriageStatus) => void;
  /** For the selected events, or the current one if none is selected. */
  readonly onAssign: (current: EventRow | undefined) => void;
  readonly onAssignToMe: (current: EventRow | undefined) => void;
  readonly onOpen: (current: EventRow) => void;
  readonly onBlacklist: (current: EventRow) => void;
  readonly onText: (current: EventRow) => void;
  readonly onSimilar: (current: EventRow) => void;
  readonly onFilters: () => void;
  readonly onHelp: () => void;
}

/** The keyboard of the list: j and k move the current event, the other keys act on it. Gives the id of the current event. */
export function useEventKeys({
  events,
  onSelect,
  onStatus,
  onAssign,
  onAssignToMe,
  onOpen,
  onBlacklist,
  onText,
  onSimilar,
  onFilters,
  onHelp,
}: Actions): string | null {
  const [id, setId] = useState<string | null>(null);
  const at = events.findIndex((event) => event.id === id);
  const move = (to: number) => {
    const next = events[Math.max(0, Math.min(events.length - 1, to))];
    if (next === undefined) return;
    setId(next.id);
    const row = document.getElementById(`event-${next.id}`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const current = events[at];
  const statuses = TRIAGE_STATUSES.map((status, index) => [String(index + 1), () => onStatus(current, status)] as const);
  useShortcuts({
    j: () => move(at + 1),
    k: () => move(at - 1),
    x: () => current !== undefined && onSelect(current.id),
    ...Object.fromEntries(statuses),
    a: () => onAssign(current),
    m: () => onAssignToMe(current),
    o: () => current !== undefined && onOpen(current),
    b: () => current !== undefined && onBlacklist(current),
    v: () => current !== undefined && onText(current),
    s: () => current !== undefined && onSimilar(current),
    '/': onFilters,
    '?': onHelp,
  });
  return current?.id ?? null;
}
