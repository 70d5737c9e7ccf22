import { DISCOVERY_FAILURES, type DiscoveryFailure } from '@leakwatch/contracts';
import { LeakwatchError } from '@leakwatch/platform';

const MAX_CAUSES = 5;

/** Why there is no list. What the host itself wrote is never in it. */
export class DiscoveryError extends LeakwatchError {
  readonly failure: DiscoveryFailure;
  /** After how many seconds it may be asked again, where that is known. */
  readonly seconds: number | undefined;

  constructor(failure: DiscoveryFailure, seconds?: number, details: Readonly<Record<string, number>> = {}) {
    const known = { ...details, ...(seconds !== undefined && { seconds }) };
    super(failure, DISCOVERY_FAILURES[failure], { level: 'info', details: known });
    this.failure = failure;
    this.seconds = seconds;
  }
}

/** The discovery error that a client library wrapped in its own, if there is one. */
export function discoveryErrorIn(error: unknown, depth = 0): DiscoveryError | undefined {
  if (error instanceof DiscoveryError) return error;
  if (!(error instanceof Error) || depth > MAX_CAUSES) return undefined;
  return discoveryErrorIn(error.cause, depth + 1);
}
