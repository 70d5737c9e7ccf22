import { UpstreamError, type UpstreamFailure } from '../../accounts/upstream-error.ts';
import { quoteAnswer } from '../../upstreams/quote-answer.ts';
import { timeOf, waitSeconds } from '../../upstreams/wait-seconds.ts';

interface Rule {
  /** Any status when not given: most errors come with 200. */
  readonly status?: readonly number[];
  /** Fits the whole answer from its beginning, so that a paste that quotes an error is no error. */
  readonly text?: RegExp;
  readonly means: UpstreamFailure | 'gone';
  /** Until it is worth another try. */
  readonly seconds?: number;
}

/** The first rule that fits. Pastebin knows addresses, not accounts: a refused address is a refused account. */
const RULES: readonly Rule[] = [
  { text: /^YOUR IP: \S+ DOES NOT HAVE ACCESS/i, means: 'account_refused' },
  { text: /^\s*<[^]*Pastebin\.com has blocked your IP/i, means: 'account_refused' },
  { text: /^File is not ready for scraping yet/i, means: 'unavailable', seconds: 60 },
  { text: /^Error, (?:we cannot find this paste|paste key is not valid)/i, means: 'gone' },
  // Every paste has a text; a moment after the paste was listed it may be missing.
  { status: [200], text: /^$/, means: 'unavailable' },
  { status: [429], means: 'limited' },
  { status: [404, 410], means: 'gone' },
  { status: [403], means: 'unavailable' },
];

/** The error texts are shorter; the page for a blocked address has its text at the beginning. */
const SEARCHED_BYTES = 4_096;

/** The failure that an answer stands for; null for a text that is none. */
export function refusalOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Uint8Array,
  resource: string,
): UpstreamError | 'gone' | null {
  const text = new TextDecoder().decode(body.subarray(0, SEARCHED_BYTES));
  const rule = RULES.find((one) => (one.status?.includes(status) ?? true) && (one.text?.test(text) ?? true));
  if (rule === undefined && status === 200) return null;
  const means = rule?.means ?? (status >= 500 ? 'unavailable' : 'broken_answer');
  if (means === 'gone') return 'gone';
  const details = { text: quoteAnswer(`${status} ${text}`, null) };
  return means === 'limited'
    ? new UpstreamError('limited', { ...details, resource, seconds: waitSeconds(headers, timeOf(headers)) })
    : new UpstreamError(means, { ...details, ...(rule?.seconds !== undefined && { seconds: rule.seconds }) });
}
