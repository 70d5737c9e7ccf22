import { UpstreamError, type UpstreamFailure } from '../../accounts/upstream-error.ts';
import type { UnreadReason } from '../unit-source.port.ts';
import { quoteAnswer } from '../../upstreams/quote-answer.ts';
import { timeOf, waitSeconds } from '../../upstreams/wait-seconds.ts';

/** GitLab does not give what was asked for. `scope`: this account cannot search in this scope. */
export class GitlabRefusal extends Error {
  override readonly name = 'GitlabRefusal';
  readonly reason: UnreadReason | 'scope';
  readonly text: string;

  constructor(reason: UnreadReason | 'scope', text: string) {
    super(reason);
    this.reason = reason;
    this.text = text;
  }
}

/** Whether there is something that was not read: what is gone, or not for everybody any more, is not missed. */
export const isMissed = ({ reason }: GitlabRefusal): boolean => reason !== 'gone';

interface Rule {
  readonly status: readonly number[];
  /** Must stand in the body. */
  readonly text?: RegExp;
  readonly means: UpstreamFailure | UnreadReason | 'scope';
  /** Of a limit for which GitLab sends no duration. */
  readonly seconds?: number;
}

/** An address is blocked for 15 minutes after too many failed sign-ins. */
const BLOCKED_ADDRESS_SECONDS = 900;

/** The first rule that fits. The texts of a scope are those of the current and the older editions. */
const RULES: readonly Rule[] = [
  { status: [401], means: 'account_refused' },
  { status: [403], text: /account has been (?:blocked|deactivated)|insufficient_scope/i, means: 'account_refused' },
  {
    status: [400, 403],
    text: /supported (?:only with|without)|(?:advanced|exact code) search|scope does not have a valid value|search_type|disabled for this scope/i,
    means: 'scope',
  },
  { status: [429], means: 'limited' },
  // A refusal of an address is plain text, one of a project JSON.
  { status: [403], text: /^(?!\s*\{)/, means: 'limited', seconds: BLOCKED_ADDRESS_SECONDS },
  { status: [403, 451], means: 'refused' },
  { status: [404, 410], means: 'gone' },
  { status: [400, 422], means: 'query_refused' },
  // 408: the search took longer than GitLab lets it.
  { status: [408, 409], means: 'unavailable' },
];

/** Bytes of a refusal that are searched. */
const SEARCHED_BYTES = 4_096;

export interface Asked {
  /** The resource that was spent. */
  readonly resource: string;
  /** The resource whose window the headers describe. */
  readonly general: string;
  /** Is taken out of what is quoted. */
  readonly secret: string | null;
}

/** Why an answer other than a success is none. */
export async function refusalOf(response: Response, { resource, general, secret }: Asked): Promise<UpstreamError | GitlabRefusal> {
  const body = new TextDecoder().decode((await response.arrayBuffer()).slice(0, SEARCHED_BYTES));
  const { status, headers } = response;
  const rule = RULES.find((one) => one.status.includes(status) && (one.text?.test(body) ?? true));
  const means = rule?.means ?? (status >= 500 ? 'unavailable' : 'broken_answer');
  const text = quoteAnswer(`${status} ${body}`, secret);
  if (means === 'gone' || means === 'refused' || means === 'oversize' || means === 'scope') return new GitlabRefusal(means, text);
  if (means !== 'limited') return new UpstreamError(means, { text });
  // The limit of the search shows in no header: while requests are left there, it is the resource itself that is used up.
  const isGeneral = headers.get('ratelimit-remaining') === '0' || rule?.seconds !== undefined;
  const seconds = rule?.seconds ?? waitSeconds(headers, timeOf(headers));
  return new UpstreamError('limited', { text, resource: isGeneral ? general : resource, seconds });
}
