import { CLOSED_STATUSES, EVENT_STATUSES, type EventStatus, SOURCE_TYPES, type SourceType } from '@leakwatch/vocabulary';
import {
  type EventGroup,
  type EventSort,
  FILTER_TEXT_MAX,
  REASON_FILTERS,
  type ReasonFilter,
  SEVERITY_FILTERS,
  type SeverityFilter,
} from '@leakwatch/contracts';
import { PAGE_SIZES, readPaging } from '../../../shared/lib/paging.ts';
import type { EventsQuery, StatisticsQuery } from '../api.ts';

export const STATUS_CHOICES = ['open', 'in_progress', 'fixed', 'false', 'closed', 'blacklist', 'auto_filtered', 'all'] as const;
export type StatusChoice = (typeof STATUS_CHOICES)[number];
export const DEFAULT_STATUS: StatusChoice = 'open';

/** Filters of which a person chooses some of the values that events have, named as on the wire. */
export const FACETS = ['regex_tokens_found', 'file_lang', 'pattern', 'username', 'author', 'repo_name'] as const;
export type Facet = (typeof FACETS)[number];

/** What the search field looks in, named as the parameter of the list. */
export const SEARCHES = ['file_content', 'id', 'username_part'] as const;
export type Search = (typeof SEARCHES)[number];

/** Orders of the list, the usual one first. */
export const SORTS = ['created', 'severity'] as const satisfies readonly EventSort[];
const DEFAULT_SORT: EventSort = 'created';

/** What a row of the list is. `event` is a row for each, which is what the server answers without a group. */
export const ROW_CHOICES = ['place', 'secret', 'event'] as const satisfies readonly (EventGroup | 'event')[];
export type RowChoice = (typeof ROW_CHOICES)[number];
export const DEFAULT_ROWS: RowChoice = 'place';

/** Values of one facet in an address; the server takes no more of them. */
export const MAX_VALUES = 100;

/** Compact rows are small enough for long pages; the server sends no more at once than the last size. */
export const EVENT_PAGE_SIZES = [...PAGE_SIZES, 500, 1000] as const;

/** The list's state in the URL. Pages count from 1. */
export interface EventFilters {
  readonly status: StatusChoice;
  readonly task: string | null;
  readonly org: string | null;
  /** The event to which the listed ones are similar. */
  readonly similarTo: string | null;
  readonly severities: readonly SeverityFilter[];
  readonly sources: readonly SourceType[];
  /** Ids of members, `me` and `none`. */
  readonly assignees: readonly string[];
  readonly overdue: boolean;
  readonly reasons: readonly ReasonFilter[];
  readonly facets: Readonly<Record<Facet, readonly string[]>>;
  /** ISO; null for an open end. */
  readonly from: string | null;
  readonly to: string | null;
  /** When the events were fixed, as `from` and `to`; set by links of the overview. */
  readonly fixedFrom: string | null;
  readonly fixedTo: string | null;
  /** A part of the path. */
  readonly pathPart: string | null;
  readonly search: { readonly in: Search; readonly text: string } | null;
  readonly sort: EventSort;
  readonly rows: RowChoice;
  readonly page: number;
  readonly size: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const readId = (text: string | null): string | null => (text !== null && UUID.test(text) ? text : null);
/** The last moment of a day as the server stores it: a Date would cut its microseconds off. */
const EXACT = /^[\d-]{10}T[\d:]{8}\.\d{6}Z$/;
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

function readMoment(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  // The server refuses years that have not four digits.
  if (text === null || !(time >= FIRST && time <= LAST)) return null;
  return EXACT.test(text) ? text : new Date(time).toISOString();
}

/** A text as the server takes it: it refuses longer ones, and drops NUL. */
const readText = (text: string | null): string => (text ?? '').replaceAll('\0', '').slice(0, FILTER_TEXT_MAX);

/** Why a search text is not sent, or null. The server searches for three characters and more. */
export function searchFault(search: { readonly in: Search; readonly text: string }): 'search_short' | 'search_id' | null {
  if (search.in === 'id') return UUID.test(search.text) ? null : 'search_id';
  return search.in === 'file_content' && search.text.length < 3 ? 'search_short' : null;
}

function readSearch(params: URLSearchParams): EventFilters['search'] {
  for (const where of SEARCHES) {
    const text = readText(params.get(where)).trim();
    if (text !== '' && searchFault({ in: where, text }) === null) return { in: where, text };
  }
  return null;
}

function readFacets(params: URLSearchParams): EventFilters['facets'] {
  const values = (facet: Facet) =>
    [...new Set(params.getAll(facet))].filter((value) => value !== '' && value.length <= FILTER_TEXT_MAX).slice(0, MAX_VALUES);
  // The server refuses what is no id.
  const tokens = values('regex_tokens_found').filter((id) => UUID.test(id));
  return {
    regex_tokens_found: tokens,
    file_lang: values('file_lang'),
    pattern: values('pattern'),
    username: values('username'),
    author: values('author'),
    repo_name: values('repo_name'),
  };
}

/** Reads the URL; invalid values are ignored. `rows`: what a row is where the URL does not say it. */
export function readFilters(params: URLSearchParams, rows: RowChoice = DEFAULT_ROWS): EventFilters {
  const sources = params.getAll('source_type');
  return {
    status: STATUS_CHOICES.find((choice) => choice === params.get('status')) ?? DEFAULT_STATUS,
    task: readId(params.get('task')),
    org: readId(params.get('org')),
    similarTo: readId(params.get('similar_to')),
    severities: SEVERITY_FILTERS.filter((severity) => params.getAll('severity').includes(severity)),
    sources: SOURCE_TYPES.filter((source) => sources.includes(source)),
    assignees: [...new Set(params.getAll('assignee'))]
      .filter((one) => one === 'me' || one === 'none' || UUID.test(one))
      .slice(0, MAX_VALUES),
    overdue: params.get('due') === 'overdue',
    reasons: REASON_FILTERS.filter((reason) => params.getAll('reason').includes(reason)),
    facets: readFacets(params),
    from: readMoment(params.get('start_datetime')),
    to: readMoment(params.get('end_datetime')),
    fixedFrom: readMoment(params.get('fixed_start')),
    fixedTo: readMoment(params.get('fixed_end')),
    pathPart: readText(params.get('path_part')) || null,
    search: readSearch(params),
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? DEFAULT_SORT,
    rows: ROW_CHOICES.find((choice) => choice === params.get('rows')) ?? rows,
    ...readPaging(params, EVENT_PAGE_SIZES),
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
  if (filters.similarTo !== null) params.set('similar_to', filters.similarTo);
  for (const severity of filters.severities) params.append('severity', severity);
  for (const source of filters.sources) params.append('source_type', source);
  for (const assignee of filters.assignees) params.append('assignee', assignee);
  if (filters.overdue) params.set('due', 'overdue');
  for (const reason of filters.reasons) params.append('reason', reason);
  for (const facet of FACETS) for (const value of filters.facets[facet]) params.append(facet, value);
  if (filters.from !== null) params.set('start_datetime', filters.from);
  if (filters.to !== null) params.set('end_datetime', filters.to);
  if (filters.fixedFrom !== null) params.set('fixed_start', filters.fixedFrom);
  if (filters.fixedTo !== null) params.set('fixed_end', filters.fixedTo);
  if (filters.pathPart !== null) params.set('path_part', filters.pathPart);
  if (filters.search !== null) params.set(filters.search.in, filters.search.text);
  if (filters.sort !== DEFAULT_SORT) params.set('sort', filters.sort);
  if (filters.rows !== DEFAULT_ROWS) params.set('rows', filters.rows);
  if (filters.page !== 1) params.set('page', String(filters.page));
  if (filters.size !== 10) params.set('size', String(filters.size));
  return params;
}

const orNone = <T>(values: readonly T[]): T[] | undefined => (values.length === 0 ? undefined : [...values]);

/** What the list, its statistics and reports ask for alike. Filters that are not set are not sent. */
const narrowing = (filters: EventFilters) => ({
  task: filters.task ?? undefined,
  org: filters.org ?? undefined,
  similar_to: filters.similarTo ?? undefined,
  fixed_start: filters.fixedFrom ?? undefined,
  fixed_end: filters.fixedTo ?? undefined,
  path_part: filters.pathPart ?? undefined,
  ...(filters.search !== null && { [filters.search.in]: filters.search.text }),
});

export function toQuery(filters: EventFilters): EventsQuery {
  const { regex_tokens_found, file_lang, pattern, username, author, repo_name } = filters.facets;
  return {
    limit: filters.size,
    offset: (filters.page - 1) * filters.size,
    sort: filters.sort === DEFAULT_SORT ? undefined : filters.sort,
    group: filters.rows === 'event' ? undefined : filters.rows,
    status: [filters.status],
    ...narrowing(filters),
    severity: orNone(filters.severities),
    source_type: orNone(filters.sources),
    assignee: orNone(filters.assignees),
    due: filters.overdue ? 'overdue' : undefined,
    reason: orNone(filters.reasons),
    regex_tokens_found: orNone(regex_tokens_found),
    file_lang: orNone(file_lang),
    pattern: orNone(pattern),
    username: orNone(username),
    author: orNone(author),
    repo_name: orNone(repo_name),
    start_datetime: filters.from ?? undefined,
    end_datetime: filters.to ?? undefined,
  };
}

/** The filters alone, as reports and changes of all that match take them. */
export function toFilters(filters: EventFilters): Omit<EventsQuery, 'limit' | 'offset' | 'sort' | 'group' | 'cursor'> {
  const { limit: _limit, offset: _offset, sort: _sort, group: _group, ...wanted } = toQuery(filters);
  return wanted;
}

/** The counts beside the choices. Sources, assignees, reasons and facets are left out, so that choosing one value does not hide the others. */
export const toStatisticsQuery = (filters: EventFilters): StatisticsQuery => ({
  status: [filters.status],
  ...narrowing(filters),
  start: filters.from ?? undefined,
  end: filters.to ?? undefined,
});

/** Whether an event with this status belongs to the list. */
export function belongs(status: EventStatus, choice: StatusChoice): boolean {
  if (choice === 'all') return EVENT_STATUSES.includes(status);
  if (choice === 'closed') return CLOSED_STATUSES.some((closed) => closed === status);
  return status === choice;
}

/** How many filters except the status are set. */
export function narrowedBy(filters: EventFilters): number {
  const { task, org, similarTo, severities, sources, assignees, overdue, reasons, facets, from, to, fixedFrom, fixedTo, pathPart, search } =
    filters;
  const lists = [severities, sources, assignees, reasons, ...FACETS.map((facet) => facets[facet])];
  return (
    [task, org, similarTo, from ?? to, fixedFrom ?? fixedTo, pathPart, search, overdue || null].filter((one) => one !== null).length +
    lists.filter((one) => one.length > 0).length
  );
}
