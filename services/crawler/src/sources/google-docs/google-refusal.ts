import { UpstreamError, type UpstreamFailure } from '../../accounts/upstream-error.ts';
import { quoteAnswer } from '../../upstreams/quote-answer.ts';
import { timeOf, waitSeconds } from '../../upstreams/wait-seconds.ts';

interface Rule {
  readonly status: readonly number[];
  /** Must stand in the body. */
  readonly text?: RegExp;
  readonly means: UpstreamFailure;
  /** The quota is counted by the day of California. */
  readonly untilMidnight?: true;
}

/** The first rule that fits an answer of the search. Google gives a reason in the body, under a few different names. */
const RULES: readonly Rule[] = [
  { status: [403, 429], text: /per day|dailyLimitExceeded/i, means: 'limited', untilMidnight: true },
  { status: [403, 429], text: /rateLimitExceeded|RATE_LIMIT_EXCEEDED|RESOURCE_EXHAUSTED|quota/i, means: 'limited' },
  { status: [429], means: 'limited' },
  { status: [400, 401, 403], text: /API_KEY_|API key|keyInvalid|keyExpired|UNAUTHENTICATED/i, means: 'account_refused' },
  { status: [403], text: /PERMISSION_DENIED|accessNotConfigured|SERVICE_DISABLED|ipRefererBlocked/i, means: 'account_refused' },
  { status: [401], means: 'account_refused' },
  // An engine that does not exist is the login of the account.
  { status: [404], means: 'account_refused' },
  { status: [400], means: 'query_refused' },
  { status: [403], means: 'unavailable' },
];

/** Bytes of a refusal that are searched. */
const SEARCHED_BYTES = 4_096;

/** Why the search did not answer. */
export async function searchRefusal(response: Response, resource: string, secret: string | null): Promise<UpstreamError> {
  const body = new TextDecoder().decode((await response.arrayBuffer()).slice(0, SEARCHED_BYTES));
  const { status, headers } = response;
  const rule = RULES.find((one) => one.status.includes(status) && (one.text?.test(body) ?? true));
  const means = rule?.means ?? (status >= 500 ? 'unavailable' : 'broken_answer');
  const text = quoteAnswer(`${status} ${body}`, secret);
  if (means !== 'limited') return new UpstreamError(means, { text });
  const now = timeOf(headers);
  const seconds = rule?.untilMidnight === true ? untilMidnight(new Date(now)) : waitSeconds(headers, now);
  return new UpstreamError('limited', { text, resource, seconds });
}

const CALIFORNIA = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DAY_SECONDS = 86_400;

/** Seconds until the day ends in California: where clocks change that day, up to an hour too many or too few. */
export function untilMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = CALIFORNIA.format(now).split(':').map(Number);
  return DAY_SECONDS - hours * 3_600 - minutes * 60 - seconds;
}
