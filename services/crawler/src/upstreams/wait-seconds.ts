/** For a rate limit without a duration: GitHub asks for at least a minute. */
export const UNKNOWN_WAIT_SECONDS = 60;
/** The longest window of the code hosts is an hour. */
export const LONGEST_WAIT_SECONDS = 3600;

/** The upstream's own clock, in milliseconds; `clock` when the answer does not hold it. */
export function timeOf(headers: Headers, clock = Date.now()): number {
  const sent = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(sent) ? clock : sent;
}

/** Seconds to wait after an answer that a limit refused: 1 to LONGEST_WAIT_SECONDS. `now` in milliseconds. */
export function waitSeconds(headers: Headers, now: number): number {
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
