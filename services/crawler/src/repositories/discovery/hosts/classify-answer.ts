import { DiscoveryError } from '../discovery-error.ts';

/** When a host limits without saying for how long: GitHub asks for a minute at least. */
const UNKNOWN_WAIT_SECONDS = 60;
/** Hosts count by the hour at the longest. */
const LONGEST_WAIT_SECONDS = 3600;
/** Answers of GitHub that limit although requests are left; the second is its older text. */
const LIMIT_TEXT = /\brate limit\b|abuse detection/i;

interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Beginning of the body; only looked through, never shown. */
  readonly text: string;
}

/** What an answer that is no list means (research on both hosts: their tables of errors). `now` in milliseconds. */
export function classifyAnswer(answer: HostAnswer, now = Date.now()): DiscoveryError {
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

/** A window's end counts only when the window is spent: other limits leave it as it is. */
function untilReset(headers: Headers, now: number): number | undefined {
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    const reset = headers.get(`${prefix}-reset`);
    if (headers.get(`${prefix}-remaining`) === '0' && reset !== null && /^\d+$/.test(reset)) return Number(reset) - now / 1000;
  }
  return undefined;
}
