import { UpstreamError } from '../../../accounts/upstream-error.ts';
import { quoteAnswer } from '../../../upstreams/quote-answer.ts';
import { timeOf, waitSeconds } from '../../../upstreams/wait-seconds.ts';
import { DiscoveryError } from '../discovery-error.ts';

/** GitHub's texts for limits that apply although requests are left; the second one is older. */
const LIMIT_TEXT = /\brate limit\b|abuse detection/i;

interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Beginning of the body. It is searched; only staff see it, with a refused account. */
  readonly text: string;
}

interface Asked {
  readonly resource: string;
  readonly secret: string | null;
}

/**
 * Classifies an answer other than a list, after the error tables of both hosts: what concerns the access is an UpstreamError.
 * `clock`, in milliseconds, counts when the host does not send its time.
 */
export function classifyAnswer(answer: HostAnswer, { resource, secret }: Asked, clock = Date.now()): DiscoveryError | UpstreamError {
  const { status, headers, text } = answer;
  if (status === 404) return new DiscoveryError('discovery_not_found');
  if (status === 429 || (status === 403 && isLimit(answer)))
    return new UpstreamError('limited', { resource, seconds: waitSeconds(headers, timeOf(headers, clock)) });
  if (status >= 500) return new DiscoveryError('discovery_unavailable');
  if (status === 401 && secret !== null) return new UpstreamError('account_refused', { text: quoteAnswer(`${status} ${text}`, secret) });
  return new DiscoveryError('discovery_refused');
}

const isLimit = ({ headers, text }: HostAnswer): boolean =>
  headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after') || LIMIT_TEXT.test(text);
