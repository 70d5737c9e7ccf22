import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { UPSTREAM_FAILURES, type UpstreamError, type UpstreamFailure } from '../accounts/upstream-error.ts';

/** What a failed request leads to. */
export type Reaction =
  /** The unit keeps its place and waits; nothing counts as failed. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Another account or proxy tries at once. */
  | { readonly kind: 'again' }
  /** It counts as a try; after `tries` launches that need the unit fail. Pauses double up to `longest` seconds. */
  | { readonly kind: 'pause'; readonly tries: number; readonly seconds: number; readonly longest: number }
  /** The request is left out of the pass. */
  | { readonly kind: 'leave' };

/** Until a free account is looked for again, where the failure does not say: staff add one and see it work. */
const WAIT_SECONDS = 10;
/** Until it is looked at again whether people have changed something. */
const OUT_OF_REACH = { kind: 'pause', tries: 1, seconds: 60, longest: 900 } as const;
const UPSTREAM_AWAY = { kind: 'pause', tries: 4, seconds: 5, longest: 900 } as const;

/** The code under which people see each failure. */
export const CODES: Readonly<Record<UpstreamFailure, LaunchErrorCode>> = {
  limited: 'upstream_limited',
  no_account: 'no_account',
  account_refused: 'accounts_refused',
  proxy_failed: 'proxies_failed',
  query_refused: 'query_refused',
  out_of_reach: 'no_member',
  unavailable: 'upstream_unavailable',
  broken_answer: 'upstream_broken_answer',
};

export const codeOf = ({ failure, code }: UpstreamError): LaunchErrorCode => code ?? CODES[failure];

/** What each failure of a request leads to. */
export const REACTIONS: Readonly<Record<UpstreamFailure, Reaction>> = {
  limited: { kind: 'wait', seconds: WAIT_SECONDS },
  no_account: { kind: 'wait', seconds: WAIT_SECONDS },
  account_refused: { kind: 'again' },
  proxy_failed: { kind: 'again' },
  query_refused: { kind: 'leave' },
  out_of_reach: OUT_OF_REACH,
  unavailable: UPSTREAM_AWAY,
  broken_answer: UPSTREAM_AWAY,
};

/** Why a unit waits that has not failed. */
export const WAITING_CODES: readonly LaunchErrorCode[] = UPSTREAM_FAILURES.filter((failure) => REACTIONS[failure].kind === 'wait').map(
  (failure) => CODES[failure],
);

/** Pause before the next try, in seconds, after so many tries in a row. */
export const pauseAfter = (reaction: Reaction & { kind: 'pause' }, tries: number): number =>
  Math.min(reaction.longest, reaction.seconds * 2 ** Math.min(tries, 20));
