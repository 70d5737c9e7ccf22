import type { EventStatus, FilterMode, StatusActor } from '@leakwatch/vocabulary';

export interface FirstStatus {
  readonly status: EventStatus;
  readonly actor: StatusActor;
}

/**
 * With what status a new finding becomes an event: a blacklist rule comes before the filter keywords.
 * exclude: one that holds a filter keyword is auto_filtered; require: one that holds none is, where there are any.
 */
export function firstStatus(found: {
  readonly blacklisted: boolean;
  readonly filterMode: FilterMode;
  readonly taskHasFilters: boolean;
  readonly held: readonly string[];
}): FirstStatus {
  if (found.blacklisted) return { status: 'blacklist', actor: 'rule' };
  const filtered = found.filterMode === 'exclude' ? found.held.length > 0 : found.taskHasFilters && found.held.length === 0;
  return { status: filtered ? 'auto_filtered' : 'open', actor: 'system' };
}
