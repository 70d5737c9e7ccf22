import { DiscoveryError } from '../discovery-error.ts';

/** For a rate limit without a duration: GitHub asks for at least a minute. */
const UNKNOWN_WAIT_SECONDS = 60;
/** The longest window of both hosts is an hour. */
const LONGEST_WAIT_SECONDS = 3600;
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
  const sent = Date.parse(answer.headers.get('date') ?? '');
  const now = Number.isNaN(sent) ? clock : sent;
  const { status } = answer;
  if (status === 404) return new DiscoveryError('discovery_not_found');
  if (status === 429 || (status === 403 && isLimit(answer)))
    return new DiscoveryError('discovery_rate_limited', waitOf(answer.headers, now));
  if (status >= 500) return new DiscoveryError('discovery_unavailable');
  return new DiscoveryError('discovery_refused');
}

const isLimit = ({ headers, text }: HostAnswer): boolean =>
  headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after') || LIMIT_TEXT.test(text);

function waitOf(headers: Headers, now: number): number {
  const seconds = retryAfter(headers.get('retry-after'), now) ?? untilReset(headers, now) ?? UNKNOWN_WAIT_SECONDS;
  return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT_SECONDS);
}

/** Seconds, or an HTTP date. */
function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : (date - now) / 1000;
}

/** The end of a window counts only when the window is used up; other limits do not change it. */
function untilReset(headers: Headers, now: number): number | undefined {
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    const reset = headers.get(`${prefix}-reset`);
    if (headers.get(`${prefix}-remaining`) === '0' && reset !== null && /^\d+$/.test(reset)) return Number(reset) - now / 1000;
  }
  return undefined;
}
