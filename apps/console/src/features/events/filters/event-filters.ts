import { CLOSED_STATUSES, EVENT_STATUSES, type EventStatus, SOURCE_TYPES, type SourceType } from '@leakwatch/vocabulary';
import { readPaging } from '../../../shared/lib/paging.ts';
import type { EventsQuery } from '../api.ts';

export const STATUS_CHOICES = ['open', 'in_progress', 'fixed', 'false', 'closed', 'blacklist', 'auto_filtered', 'all'] as const;
export type StatusChoice = (typeof STATUS_CHOICES)[number];
export const DEFAULT_STATUS: StatusChoice = 'open';

/** The list's state in the URL. Pages count from 1. */
export interface EventFilters {
  readonly status: StatusChoice;
  readonly task: string | null;
  readonly org: string | null;
  readonly sources: readonly SourceType[];
  readonly page: number;
  readonly size: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const readId = (text: string | null): string | null => (text !== null && UUID.test(text) ? text : null);

/** Reads the URL; invalid values are ignored. */
export function readFilters(params: URLSearchParams): EventFilters {
  const sources = params.getAll('source_type');
  return {
    status: STATUS_CHOICES.find((choice) => choice === params.get('status')) ?? DEFAULT_STATUS,
    task: readId(params.get('task')),
    org: readId(params.get('org')),
    sources: SOURCE_TYPES.filter((source) => sources.includes(source)),
    ...readPaging(params),
  };
}

export type FilterChange = Partial<Omit<EventFilters, 'page'>> & { readonly page?: number };

/** Applies a change of filters: another organisation clears the task, organisation and task reset the status; back to page 1. */
export function changeFilters(filters: EventFilters, change: FilterChange): EventFilters {
  const other = change.org !== undefined || change.task !== undefined ? { status: DEFAULT_STATUS } : {};
  const task = change.org !== undefined ? { task: null } : {};
  return { ...filters, page: 1, ...other, ...task, ...change };
}

/** The URL for the filters, without default values. */
export function writeFilters(filters: EventFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.status !== DEFAULT_STATUS) params.set('status', filters.status);
  if (filters.org !== null) params.set('org', filters.org);
  if (filters.task !== null) params.set('task', filters.task);
  for (const source of filters.sources) params.append('source_type', source);
  if (filters.page !== 1) params.set('page', String(filters.page));
  if (filters.size !== 10) params.set('size', String(filters.size));
  return params;
}

export function toQuery(filters: EventFilters): EventsQuery {
  return {
    limit: filters.size,
    offset: (filters.page - 1) * filters.size,
    status: [filters.status],
    task: filters.task ?? undefined,
    org: filters.org ?? undefined,
    source_type: filters.sources.length === 0 ? undefined : [...filters.sources],
    pattern: undefined,
  };
}

/** Whether an event with this status belongs to the list. */
export function belongs(status: EventStatus, choice: StatusChoice): boolean {
  if (choice === 'all') return EVENT_STATUSES.includes(status);
  if (choice === 'closed') return CLOSED_STATUSES.some((closed) => closed === status);
  return status === choice;
}

/** Whether any filter except the status is set. */
export const isNarrowed = (filters: EventFilters): boolean => filters.task !== null || filters.org !== null || filters.sources.length > 0;
