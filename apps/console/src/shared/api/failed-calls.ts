import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { Problem } from './problem.ts';

/** The same change sent again has a name of its own only by the key that says so. */
const nameOf = ({ method, url, body }: FetchArgs): string =>
  JSON.stringify([method, url, body], (key, value: unknown) => (key === 'idempotency_key' ? undefined : value));

/** The call that each failure answers. */
const calls = new WeakMap<Problem, string>();
/** What is due when a call that failed succeeds, by its name. */
const due = new Map<string, readonly (() => void)[]>();

export const noteFailed = (args: FetchArgs, problem: Problem): void => void calls.set(problem, nameOf(args));

/** Calls `then` when the change that failed with `problem` is made after all. */
export function whenMade(problem: Problem, then: () => void): void {
  const call = calls.get(problem);
  if (call !== undefined) due.set(call, [...(due.get(call) ?? []), then]);
}

export function noteMade(args: FetchArgs): void {
  if (due.size === 0) return;
  const call = nameOf(args);
  const thens = due.get(call) ?? [];
  due.delete(call);
  for (const then of thens) then();
}
