import { TRIAGE_STATUSES, type TriageStatus } from '@leakwatch/vocabulary';
import { useShortcuts } from '../../../shared/lib/shortcuts.ts';
import type { Neighbours } from './use-neighbours.ts';

interface Actions {
  readonly neighbours: Neighbours;
  readonly onStatus: (status: TriageStatus) => void;
  readonly onAssign: () => void;
  readonly onAssignToMe: () => void;
  readonly onBlacklist: () => void;
  readonly onText: () => void;
  readonly onSimilar: () => void;
  readonly onHelp: () => void;
}

/** The keys of the list, about the event of the page. */
export function usePageKeys({ neighbours, onStatus, onAssign, onAssignToMe, onBlacklist, onText, onSimilar, onHelp }: Actions): void {
  useShortcuts({
    j: () => neighbours.go(neighbours.next),
    k: () => neighbours.go(neighbours.previous),
    ...Object.fromEntries(TRIAGE_STATUSES.map((status, index) => [String(index + 1), () => onStatus(status)] as const)),
    a: onAssign,
    m: onAssignToMe,
    b: onBlacklist,
    v: onText,
    s: onSimilar,
    o: () => neighbours.go(neighbours.list),
    '?': onHelp,
  });
}
