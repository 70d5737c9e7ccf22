import { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { timeOf } from '../../upstreams/wait-seconds.ts';
import { refusalOf } from './github-refusal.ts';

/** The library would otherwise print deprecation headers of answers. */
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
/** Steps of a path that are quoted. */
const MOST_STEPS = 5;
const UNCHANGED = 'unchanged';
const NEXT = /;\s*rel="?next"?/;

export interface GithubCall<T> {
  readonly resource: string;
  /** As GitHub documents it, such as `GET /gists/{gist_id}`. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly schema: z.ZodType<T>;
  /** A longer answer is broken. */
  readonly maximumBytes: number;
  /** The tag of an answer that is known: GitHub says 304 when it would be the same, and does not count the request. */
  readonly knownTag?: string | undefined;
}

export interface GithubAnswer<T> {
  readonly data: T;
  /** Whether the answer names a next page. Its address is not used, so that no answer says where a token is sent. */
  readonly hasNext: boolean;
  /** Names what the answer holds, where GitHub gives one. */
  readonly tag: string | null;
}

export interface GithubContext {
  readonly baseUrl: string;
  readonly access: Access;
  readonly signal: AbortSignal;
}

/**
 * Makes one request of GitHub's API. Octokit runs without its plugins for retries and throttling (docs/decisions/0042).
 * @throws UpstreamError; GithubRefusal when GitHub does not give what is asked for; the signal's reason when it was aborted
 */
export async function askGithub<T>(context: GithubContext, call: Omit<GithubCall<T>, 'knownTag'>): Promise<GithubAnswer<T>> {
  const answer = await askIfChanged(context, call);
  // Nothing was said to be known.
  if (answer === 'unchanged') throw new UpstreamError('broken_answer', { text: `${call.route}: 304` });
  return answer;
}

/** As askGithub, or `unchanged` where the answer is the one that `knownTag` names. */
export async function askIfChanged<T>(context: GithubContext, call: GithubCall<T>): Promise<GithubAnswer<T> | 'unchanged'> {
  const { access, signal, baseUrl } = context;
  await access.spend(call.resource);
  const failures: unknown[] = [];
  let isUnchanged = false;
  const send = async (url: string, options: { headers: Record<string, string> }): Promise<Response> => {
    try {
      const response = await access.fetch(url, { headers: options.headers, signal, maximumBytes: call.maximumBytes });
      await recordWindow(access, call.resource, response.headers);
      isUnchanged = response.status === 304 && call.knownTag !== undefined;
      if (response.ok || isUnchanged) return response;
      throw await refusalOf(response, { resource: call.resource, secret: access.secret });
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const auth = access.secret === null ? {} : { auth: access.secret };
  const octokit = new Octokit({ baseUrl, userAgent: 'leakwatch', log: SILENT, request: { fetch: send }, ...auth });
  const headers = call.knownTag === undefined ? {} : { 'if-none-match': call.knownTag };
  const answer = await octokit.request(call.route, { ...call.parameters, headers }).catch((): typeof UNCHANGED => {
    // Octokit takes 304 for an error.
    if (isUnchanged) return UNCHANGED;
    // Octokit wraps what its transport throws in an error that holds the request.
    throw failures[0] ?? new UpstreamError('broken_answer', { text: `${call.route}: no answer that Octokit reads` });
  });
  if (answer === UNCHANGED) return UNCHANGED;
  const parsed = call.schema.safeParse(answer.data);
  if (!parsed.success) throw new UpstreamError('broken_answer', { text: `${call.route}: ${shapeFault(parsed.error)}` });
  return { data: parsed.data, hasNext: NEXT.test(answer.headers.link ?? ''), tag: answer.headers.etag ?? null };
}

/** The place where an answer has another shape, never the value there; a name that the upstream chose is left out. */
function shapeFault({ issues: [first] }: z.ZodError): string {
  const path = (first?.path ?? []).map((step) => (/^[a-z_0-9]{1,30}$/.test(String(step)) ? String(step) : '*'));
  return `${path.slice(0, MOST_STEPS).join('.')} ${first?.code ?? ''}`;
}

async function recordWindow(access: Access, resource: string, headers: Headers): Promise<void> {
  const [remaining, reset] = ['remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`) ?? '');
  if (remaining === undefined || reset === undefined || !/^\d{1,9}$/.test(remaining) || !/^\d{1,12}$/.test(reset)) return;
  const seconds = Math.max(0, Math.ceil(Number(reset) - timeOf(headers) / 1000));
  await access.saw(resource, { remaining: Number(remaining), seconds });
}
