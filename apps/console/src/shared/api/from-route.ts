import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@leakwatch/contracts';
import type { CallArgs } from './base-query.ts';

/** What a call of a route consists of; each part is there when the route declares it. */
export type CallOf<R extends Route> = ([ParamsOf<R>] extends [never] ? unknown : { readonly params: ParamsOf<R> }) &
  ([QueryOf<R>] extends [never] ? unknown : { readonly query?: QueryOf<R> }) &
  ([BodyOf<R>] extends [never] ? { readonly body?: FormData } : { readonly body: BodyOf<R> });

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Parameters<typeof toQueryString>[0];
  readonly body?: unknown;
}

/** In the browser a route has no more than this (build/print-contracts.ts). */
type Address = Pick<Route, 'method' | 'path' | 'answerMs' | 'onlyAnswers'> & Partial<Pick<Route, 'changesState'>>;

const fill = ({ path }: Address, params: Parts['params'] = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The address of a call, with its query. */
export const addressOf = (route: Address, { params, query = {} }: Parts = {}): string => fill(route, params) + toQueryString(query);

function toArgs(route: Address, parts: Parts): CallArgs {
  const { method, answerMs: timeout, changesState, onlyAnswers } = route;
  return {
    url: addressOf(route, parts),
    method,
    body: parts.body,
    ...(timeout !== undefined && { timeout }),
    ...((onlyAnswers || (method !== 'GET' && changesState === false)) && { onlyAnswers: true }),
  };
}

/** A call of the route as the base query takes it. */
export function callOf<R extends Route>(route: R, parts: CallOf<R>): CallArgs;
export function callOf(route: Address, parts: Parts): CallArgs {
  return toArgs(route, parts);
}

interface Endpoint<A, R extends Route> {
  readonly query: (arg: A) => CallArgs;
  /** Gives the endpoint its answer's type; the answer stays as it is. */
  readonly transformResponse: (answer: AnswerOf<R>) => AnswerOf<R>;
}

/**
 * An endpoint that calls a route: address, method, patience and types are the route's. `toCall` makes the parts of the
 * call from the hook's argument; a route without parts needs none.
 */
export function fromRoute<R extends Route>(route: R): Endpoint<void, R>;
export function fromRoute<R extends Route, A>(route: R, toCall: (arg: A) => CallOf<R>): Endpoint<A, R>;
export function fromRoute<R extends Route>(route: R, toCall: (arg: never) => Parts = () => ({})): Endpoint<never, R> {
  return { query: (arg) => toArgs(route, toCall(arg)), transformResponse: (answer) => answer };
}

/** The same endpoint with the bot-check before it: the token goes into the body of the call. */
export const botChecked = <A, R extends Route>({ query, ...rest }: Endpoint<A, R>): Endpoint<A, R> => ({
  ...rest,
  query: (arg) => ({ ...query(arg), botChecked: true }),
});

type Value = string | number | boolean | undefined | readonly (string | number)[];

/** A query string: repeats a name for each of several values and leaves out empty ones. */
function toQueryString(params: Readonly<Record<string, Value>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === '') continue;
    if (typeof value === 'object') for (const item of value) query.append(name, String(item));
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
