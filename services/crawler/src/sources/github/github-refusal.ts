import { AnswerTooLong, UpstreamError, type UpstreamFailure } from '../../accounts/upstream-error.ts';
import type { UnreadReason } from '../unit-source.port.ts';
import { quoteAnswer } from '../../upstreams/quote-answer.ts';
import { timeOf, waitSeconds } from '../../upstreams/wait-seconds.ts';

/** GitHub does not give what was asked for: a document, a repository. `empty`: the repository has no commit. */
export class GithubRefusal extends Error {
  override readonly name = 'GithubRefusal';
  readonly reason: UnreadReason | 'empty';
  readonly text: string;
  /** Milliseconds, by GitHub's clock. */
  readonly at: number;

  constructor(reason: UnreadReason | 'empty', { text, at }: Pick<GithubRefusal, 'text' | 'at'>) {
    super(reason);
    this.reason = reason;
    this.text = text;
    this.at = at;
  }
}

interface Rule {
  readonly status: readonly number[];
  /** Must stand in the body. */
  readonly text?: RegExp;
  /** The window of the resource must be used up, or the answer say after which time to ask again. */
  readonly spent?: true;
  readonly means: UpstreamFailure | UnreadReason | 'empty';
}

/** The first rule that fits. Texts come before the count of a window, which may end with any request. */
const RULES: readonly Rule[] = [
  { status: [401], means: 'account_refused' },
  { status: [403], text: /account was suspended|not accessible by (?:integration|personal access token)/i, means: 'account_refused' },
  // Organisations may refuse tokens of a kind, networks, or accounts that did not sign in with them.
  { status: [403], text: /access blocked|"block"\s*:|forbids access via|SAML enforcement|IP allow list/i, means: 'refused' },
  { status: [403], text: /too_large|up to 100 MB/i, means: 'oversize' },
  { status: [403, 429], text: /\brate limit\b|abuse detection/i, means: 'limited' },
  { status: [403], spent: true, means: 'limited' },
  { status: [429], means: 'limited' },
  { status: [451], means: 'refused' },
  { status: [404, 410], means: 'gone' },
  { status: [409], means: 'empty' },
  { status: [400, 422], means: 'query_refused' },
  // GitHub has refusals that it does not document; an account is not given up for one of them.
  { status: [403], means: 'unavailable' },
];

/** Why a document stays unread; undefined when the failure is one of the upstream, which is thrown on. */
export function unreadReasonOf(error: unknown): UnreadReason | undefined {
  if (error instanceof GithubRefusal) return error.reason === 'empty' ? 'gone' : error.reason;
  if (error instanceof AnswerTooLong) return 'oversize';
  return error instanceof UpstreamError && error.failure === 'query_refused' ? 'refused' : undefined;
}

/** Bytes of a refusal that are searched. */
const SEARCHED_BYTES = 4_096;

export interface Asked {
  /** The resource that was spent. */
  readonly resource: string;
  /** Is taken out of what is quoted. */
  readonly secret: string | null;
  /** Milliseconds; the upstream's own time is used where it gives one. */
  readonly clock?: number;
}

/** Why an answer other than a success is none, after the error tables of GitHub's API and of its pages. */
export async function refusalOf(
  response: Response,
  { resource, secret, clock = Date.now() }: Asked,
): Promise<UpstreamError | GithubRefusal> {
  const body = new TextDecoder().decode((await response.arrayBuffer()).slice(0, SEARCHED_BYTES));
  const { status, headers } = response;
  const isSpent = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after');
  const rule = RULES.find((one) => one.status.includes(status) && (one.text?.test(body) ?? true) && (one.spent !== true || isSpent));
  const means = rule?.means ?? (status >= 500 ? 'unavailable' : 'broken_answer');
  const text = quoteAnswer(`${status} ${body}`, secret);
  const at = timeOf(headers, clock);
  if (means === 'gone' || means === 'refused' || means === 'oversize' || means === 'empty') return new GithubRefusal(means, { text, at });
  if (means === 'limited') return new UpstreamError('limited', { text, resource, seconds: waitSeconds(headers, at) });
  return new UpstreamError(means, { text });
}
