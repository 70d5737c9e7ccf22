import { type CheckReport, LIMITED_SECONDS_MAX } from '@leakwatch/contracts';
import type { PoolCheckOutcome } from '@leakwatch/vocabulary';
import { reportedText } from '../accounts/reported-text.ts';
import { UpstreamError, type UpstreamFailure } from '../accounts/upstream-error.ts';

export type Report = Omit<CheckReport, 'check'>;

const OUTCOMES: Readonly<Record<UpstreamFailure, PoolCheckOutcome>> = {
  limited: 'limited',
  account_refused: 'refused',
  proxy_failed: 'proxy_failed',
  // The rest says nothing of the account.
  no_account: 'unavailable',
  query_refused: 'unavailable',
  out_of_reach: 'unavailable',
  unavailable: 'unavailable',
  broken_answer: 'unavailable',
};

/** A limit whose end the upstream does not name is taken for a minute, as by the pool. */
const UNKNOWN_LIMIT_SECONDS = 60;

/** How a check ended that the upstream, or the way to it, answered with a failure. */
export function reportOf(error: UpstreamError): Report {
  const { failure, seconds = UNKNOWN_LIMIT_SECONDS } = error;
  const outcome = OUTCOMES[failure];
  const left = Math.min(Math.max(1, Math.ceil(seconds)), LIMITED_SECONDS_MAX);
  return { outcome, message: reportedText(error), seconds: outcome === 'limited' ? left : null };
}

export const plain = (outcome: PoolCheckOutcome): Report => ({ outcome, message: '', seconds: null });
