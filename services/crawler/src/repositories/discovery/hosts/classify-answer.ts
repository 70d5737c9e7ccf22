import { timeOf, waitSeconds } from '../../../upstreams/wait-seconds.ts';
import { DiscoveryError } from '../discovery-error.ts';

/** GitHub's texts for limits that apply although requests are left; the second one is older. */
const LIMIT_TEXT = /\brate limit\b|abuse detection/i;

interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Beginning of the body. It is searched, never shown. */
  readonly text: string;
}

/** Classifies an answer other than a list, after the error tables of both hosts. `clock`, in milliseconds, counts when the host does not send its time. */
export function classifyAnswer(answer: HostAnswer, clock = Date.now()): DiscoveryError {
  const { status, headers } = answer;
  if (status === 404) return new DiscoveryError('discovery_not_found');
  if (status === 429 || (status === 403 && isLimit(answer)))
    return new DiscoveryError('discovery_rate_limited', waitSeconds(headers, timeOf(headers, clock)));
  if (status >= 500) return new DiscoveryError('discovery_unavailable');
  return new DiscoveryError('discovery_refused');
}

const isLimit = ({ headers, text }: HostAnswer): boolean =>
  headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after') || LIMIT_TEXT.test(text);
