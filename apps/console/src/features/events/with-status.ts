import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';

/** The event as it will be when the server accepts the change. `at`: Unix seconds. */
export function withStatus(event: EventRow, change: { readonly status: TriageStatus; readonly actor: string }, at: number): EventRow {
  if (event.status === change.status) return event;
  const entry = { actor: change.actor, new_status: change.status };
  return { ...event, status: change.status, status_changes: { ...event.status_changes, [String(at)]: entry } };
}
