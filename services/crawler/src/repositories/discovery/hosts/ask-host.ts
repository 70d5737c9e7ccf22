import { DiscoveryError } from '../discovery-error.ts';
import { classifyAnswer } from './classify-answer.ts';

/** GitHub ends its own work on a request after 10 s; the rest is the way. */
export const REQUEST_MS = 20_000;
/** A hundred repositories are below a megabyte at both hosts. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** An account that was renamed answers with one redirect. */
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 307, 308]);
/** Of a refusal's text only so much is looked through. */
const LOOKED_THROUGH = 4_096;

export interface HostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly requestMs: number;
}

/**
 * Asks the host for something by GET, within bounds of time and size. A redirect is followed within its own origin
 * alone, so that no answer leads the crawler (or a token) elsewhere.
 * @throws DiscoveryError for everything but a good answer; the signal's reason when that was aborted
 */
export async function askHost(address: string, request: HostRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(request.requestMs);
  try {
    const response = await follow(new URL(address), request.headers, AbortSignal.any([request.signal, timeout]));
    const body = await readBody(response);
    if (response.ok) return new Response(body, { status: response.status, headers: response.headers });
    const text = new TextDecoder().decode(body.subarray(0, LOOKED_THROUGH));
    throw classifyAnswer({ status: response.status, headers: response.headers, text });
  } catch (error) {
    if (error instanceof DiscoveryError) throw error;
    request.signal.throwIfAborted();
    throw new DiscoveryError(timeout.aborted ? 'discovery_timeout' : 'discovery_unavailable');
  }
}

async function follow(first: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  for (let url = first, left = MAX_REDIRECTS; ; left -= 1) {
    const response = await fetch(url.href, { headers, signal, redirect: 'manual' });
    if (!REDIRECTS.has(response.status)) return response;
    await response.body?.cancel();
    const location = response.headers.get('location') ?? '';
    if (left === 0 || !URL.canParse(location, url.href)) throw new DiscoveryError('discovery_broken_answer');
    url = new URL(location, url);
    if (url.origin !== first.origin) throw new DiscoveryError('discovery_broken_answer');
  }
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new DiscoveryError('discovery_broken_answer');
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}
