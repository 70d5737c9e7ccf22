import { type AnswerOf, COMMON_ERRORS, type ErrorAnswer, type InputOf, type Route } from '@leakwatch/contracts';
import type { World } from './world.ts';

/** A call that the route's schemas accepted: parameters of the path, query and body are as the service would get them. */
export interface Call<R extends Route = Route> extends InputOf<R> {
  readonly world: World;
}

export interface Handler {
  readonly route: Route;
  readonly answer: (call: Call) => unknown;
}

/** Answers the calls of a route in the mock server. */
export function handle<R extends Route>(route: R, answer: (call: Call<R>) => AnswerOf<R>): Handler;
export function handle(route: Route, answer: (call: Call) => unknown): Handler {
  return { route, answer };
}

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
export const isDeclared = (route: Route, code: string): boolean => code in COMMON_ERRORS || route.errors.includes(code);

/** The answer of calls that have nothing to tell. */
export const DONE = { ok: true } as const;

export const notFound = (): Refusal => new Refusal(404, 'not_found');

/** The page of a list that a query asks for. */
export const pageOf = <T>(all: readonly T[], { limit, offset }: { readonly limit: number; readonly offset: number }) => ({
  count: all.length,
  results: all.slice(offset, offset + limit),
});
