import { COMMON_ERRORS, type ErrorAnswer, type Route } from '@leakwatch/contracts';
import { minutesAgo } from './ids.ts';

/** A refusal, thrown by a handler or set by a test. */
export class Refusal extends Error {
  readonly status: number;
  readonly answer: ErrorAnswer;
  constructor(status: number, code: string, more: Partial<ErrorAnswer> = {}) {
    super(code);
    this.status = status;
    this.answer = { code, message: code, request_id: 'req-7f3a91', ...more };
  }
}

/** Whether the contract lets the route answer this code. */
export const isDeclared = (route: Route, code: string): boolean => code in COMMON_ERRORS || route.errors.some((known) => known === code);

/** The answer of calls that return no data. */
export const DONE = { ok: true } as const;

export const notFound = (): Refusal => new Refusal(404, 'not_found');

interface PageQuery {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
}

/** By the field that has the column's name; the rest keeps its order. */
function sorted<T extends object>(all: readonly T[], sort: string): readonly T[] {
  const column = sort.replace(/^-/, '');
  const valueOf = (row: T) => String(new Map<string, unknown>(Object.entries(row)).get(column) ?? '').toLowerCase();
  const rising = all.toSorted((one, other) => valueOf(one).localeCompare(valueOf(other), 'en', { numeric: true }));
  return sort.startsWith('-') ? rising.toReversed() : rising;
}

/** The page of a list that a query asks for. */
export const pageOf = <T extends object>(all: readonly T[], { limit, offset, sort }: PageQuery) => ({
  count: all.length,
  results: (sort === undefined ? all : sorted(all, sort)).slice(offset, offset + limit),
});

/** The fields of a change and the version that it makes; refused when the change names another version than the stored one. */
export function accepted<Body extends { readonly version?: number | undefined }>(
  stored: { readonly version: number | null },
  { version, ...fields }: Body,
) {
  const known = stored.version ?? 0;
  const details = { version: known, by: 'anna@leakwatch.example', at: minutesAgo(2), fields: 'name,port' };
  if (version !== undefined && version !== known) throw new Refusal(409, 'changed_meanwhile', { details });
  return { fields, version: known + 1 };
}
