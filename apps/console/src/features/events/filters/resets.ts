import { changeFilters, type EventFilters, type FilterChange, writeFilters } from './event-filters.ts';

/** What a change of filters set back without being asked to. */
export interface Resets {
  readonly status: boolean;
  readonly task: boolean;
}

/** What belongs to the filters alone: other pages, orders and rows show the same events. */
export function scopeOf(filters: EventFilters): string {
  const params = writeFilters(filters);
  for (const name of ['page', 'size', 'sort', 'rows']) params.delete(name);
  return params.toString();
}

export function resetsOf(before: EventFilters, change: FilterChange): Resets {
  const after = changeFilters(before, change);
  return {
    status: change.status === undefined && after.status !== before.status,
    task: change.task === undefined && after.task !== before.task,
  };
}

/** The filters after a person took back what was reset: where only the status was, the rest of the change stays. */
export const withoutResets = (before: EventFilters, after: EventFilters, { status, task }: Resets): EventFilters =>
  status && !task ? { ...after, status: before.status } : before;
