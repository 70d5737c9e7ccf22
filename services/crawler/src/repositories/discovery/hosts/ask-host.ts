import type { Access } from '../../../accounts/access.port.ts';
import { UpstreamError } from '../../../accounts/upstream-error.ts';
import { timeOf } from '../../../upstreams/wait-seconds.ts';
import { DiscoveryError } from '../discovery-error.ts';
import { classifyAnswer } from './classify-answer.ts';

/** Bytes of a refusal's text that are searched. */
const SEARCHED_BYTES = 4_096;
const MAX_CAUSES = 5;

export interface HostRequest {
  readonly access: Access;
  readonly resource: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Sends a GET request and records what the answer says of the rate limit.
 * @throws DiscoveryError, UpstreamError for every answer but a success; the signal's reason when it was aborted
 */
export async function askHost(address: string, { access, resource, headers, signal }: HostRequest): Promise<Response> {
  await access.spend(resource);
  const response = await access.fetch(address, { headers, signal });
  await recordWindow(access, resource, response.headers);
  if (response.ok) return response;
  const body = new Uint8Array(await response.arrayBuffer()).subarray(0, SEARCHED_BYTES);
  const answer = { status: response.status, headers: response.headers, text: new TextDecoder().decode(body) };
  throw classifyAnswer(answer, { resource, secret: access.secret });
}

/** GitHub and GitLab name the headers alike, but for a prefix. */
async function recordWindow(access: Access, resource: string, headers: Headers): Promise<void> {
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    const [remaining, reset] = [headers.get(`${prefix}-remaining`) ?? '', headers.get(`${prefix}-reset`) ?? ''];
    if (!/^\d{1,9}$/.test(remaining) || !/^\d{1,12}$/.test(reset)) continue;
    const seconds = Math.max(0, Math.ceil(Number(reset) - timeOf(headers) / 1000));
    await access.saw(resource, { remaining: Number(remaining), seconds });
    return;
  }
}

/** What `askHost` threw and a client library wrapped in its own error, if any. */
export function hostErrorIn(error: unknown, depth = 0): DiscoveryError | UpstreamError | undefined {
  if (error instanceof DiscoveryError || error instanceof UpstreamError) return error;
  if (!(error instanceof Error) || depth > MAX_CAUSES) return undefined;
  return hostErrorIn(error.cause, depth + 1);
}
