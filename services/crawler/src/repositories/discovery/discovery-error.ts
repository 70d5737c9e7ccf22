import { DISCOVERY_FAILURES, type DiscoveryFailure } from '@leakwatch/contracts';
import { LeakwatchError } from '@leakwatch/platform';

const MAX_CAUSES = 5;

/** Why there is no list. It never contains text of the host's answer. */
export class DiscoveryError extends LeakwatchError {
  readonly failure: DiscoveryFailure;
  /** Seconds until a retry makes sense, where known. */
  readonly seconds: number | undefined;

  constructor(failure: DiscoveryFailure, seconds?: number, details: Readonly<Record<string, number>> = {}) {
    const known = { ...details, ...(seconds !== undefined && { seconds }) };
    super(failure, DISCOVERY_FAILURES[failure], { level: 'info', details: known });
    this.failure = failure;
    this.seconds = seconds;
  }
}

/** The DiscoveryError that a client library wrapped in its own error, if any. */
export function discoveryErrorIn(error: unknown, depth = 0): DiscoveryError | undefined {
  if (error instanceof DiscoveryError) return error;
  if (!(error instanceof Error) || depth > MAX_CAUSES) return undefined;
  return discoveryErrorIn(error.cause, depth + 1);
}
