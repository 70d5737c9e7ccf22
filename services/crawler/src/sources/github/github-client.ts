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
const NEXT = /;\s*rel="?next"?/;

export interface GithubCall<T> {
  readonly resource: string;
  /** As GitHub documents it, such as `GET /gists/{gist_id}`. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly schema: z.ZodType<T>;
  /** A longer answer is broken. */
  readonly maximumBytes: number;
}

export interface GithubAnswer<T> {
  readonly data: T;
  /** Whether the answer names a next page. Its address is not used, so that no answer says where a token is sent. */
  readonly hasNext: boolean;
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
export async function askGithub<T>(context: GithubContext, call: GithubCall<T>): Promise<GithubAnswer<T>> {
  const { access, signal, baseUrl } = context;
  await access.spend(call.resource);
  const failures: unknown[] = [];
  const send = async (url: string, options: { headers: Record<string, string> }): Promise<Response> => {
    try {
      const response = await access.fetch(url, { headers: options.headers, signal, maximumBytes: call.maximumBytes });
      await recordWindow(access, call.resource, response.headers);
      if (response.ok) return response;
      throw await refusalOf(response, { resource: call.resource, secret: access.secret });
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const auth = access.secret === null ? {} : { auth: access.secret };
  const octokit = new Octokit({ baseUrl, userAgent: 'leakwatch', log: SILENT, request: { fetch: send }, ...auth });
  const { data, headers } = await octokit.request(call.route, { ...call.parameters }).catch(() => {
    // Octokit wraps what its transport throws in an error that holds the request.
    throw failures[0] ?? new UpstreamError('broken_answer', { text: `${call.route}: no answer that Octokit reads` });
  });
  const parsed = call.schema.safeParse(data);
  if (!parsed.success) throw new UpstreamError('broken_answer', { text: `${call.route}: ${shapeFault(parsed.error)}` });
  return { data: parsed.data, hasNext: NEXT.test(headers.link ?? '') };
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
