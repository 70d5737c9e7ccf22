import { type DiscoveryFailure, ROUTE_ERRORS } from '@leakwatch/contracts';
import { LeakwatchError } from '@leakwatch/platform';

/** Why there is no list. It never contains text of the host's answer. */
export class DiscoveryError extends LeakwatchError {
  readonly failure: DiscoveryFailure;
  /** Seconds until a retry makes sense, where known. */
  readonly seconds: number | undefined;

  constructor(failure: DiscoveryFailure, seconds?: number, details: Readonly<Record<string, number>> = {}) {
    const known = { ...details, ...(seconds !== undefined && { seconds }) };
    super(failure, ROUTE_ERRORS[failure], { level: 'info', details: known });
    this.failure = failure;
    this.seconds = seconds;
  }
}
