import { DiscoveryError } from '../discovery-error.ts';
import { classifyAnswer } from './classify-answer.ts';

/** GitHub stops working on a request after 10 s; the rest is for the network. */
export const REQUEST_MS = 20_000;
/** A page of a hundred repositories is smaller than a megabyte at both hosts. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** An account that was renamed answers with one redirect. */
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 307, 308]);
/** Bytes of a refusal's text that are searched. */
const SEARCHED_BYTES = 4_096;

export interface HostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly requestMs: number;
}

/**
 * Sends a GET request with limits of time and size. Redirects are followed within the same origin only, so that no answer
 * can send the crawler or a token to another server.
 * @throws DiscoveryError for every answer but a success; the signal's reason when it was aborted
 */
export async function askHost(address: string, request: HostRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(request.requestMs);
  try {
    const response = await follow(new URL(address), request.headers, AbortSignal.any([request.signal, timeout]));
    const body = await readBody(response);
    if (response.ok) return new Response(body, { status: response.status, headers: response.headers });
    const text = new TextDecoder().decode(body.subarray(0, SEARCHED_BYTES));
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
