import { CLOSE_REASON_CODES } from '@leakwatch/vocabulary';
import type { Assignment } from './api.ts';
import type { AssignTarget } from './use-assign.ts';

/** Unassigned, or no reason. */
export const NONE = 'none';

/** What the dialog shows; null and empty where several events are as they are. */
export interface AssignDraft {
  /** An account's id, or NONE. */
  readonly assignee: string | null;
  /** `YYYY-MM-DD`. */
  readonly due: string;
  /** Whether the due dates of several events are taken away. */
  readonly noDue: boolean;
  readonly reason: string | null;
}

export function draftOf({ events, everything }: AssignTarget): AssignDraft {
  const [only, ...more] = events;
  if (everything !== null || only === undefined || more.length > 0) return { assignee: null, due: '', noDue: false, reason: null };
  if (only.assignee === undefined) return { assignee: null, due: '', noDue: false, reason: null };
  return { assignee: only.assignee?.id ?? NONE, due: only.due_date ?? '', noDue: false, reason: only.reason ?? NONE };
}

/** What differs from the start, as the server takes it. */
export function changesOf(start: AssignDraft, { assignee, due, noDue, reason }: AssignDraft): Assignment {
  const code = CLOSE_REASON_CODES.find((one) => one === reason);
  return {
    ...(assignee !== start.assignee && { assignee: assignee === NONE ? null : assignee }),
    ...((due !== start.due || noDue) && { due_date: due === '' ? null : due }),
    ...(reason !== start.reason && { reason: code ?? null }),
  };
}
