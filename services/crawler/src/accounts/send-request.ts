import { promisify, types } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import type { UpstreamRequest } from './access.port.ts';
import { ProxyFailure } from './proxy-connection.ts';
import { AnswerTooLong, UpstreamError } from './upstream-error.ts';

/** From the first connection to the last byte, with redirects. GitHub stops working on a request after 10 s; the rest is for the network. */
export const REQUEST_MS = 30_000;
/** Above the answers of every upstream; sources set their own bound for documents. */
const BYTES_MAX = 16 * 1024 * 1024;
/** A repository or an account that was renamed answers with one redirect. */
const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Statuses whose answers have no body, by the Fetch standard. */
const BODILESS = new Set([204, 205, 304]);
const MAX_CAUSES = 6;
/**
 * How bodies may be packed. These refuse a packed body that ends early; the `fetch` of undici takes it as whole, as browsers do. A packed body is the
 * only one that shows by itself that it is whole, so it is asked for.
 */
const UNPACKERS = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };
const USUAL_HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, br', 'accept-language': '*', 'user-agent': 'leakwatch' };

type Answer = Dispatcher.ResponseData;

/**
 * Sends a GET request, with limits of time and size, and follows redirects within the origin.
 * @throws UpstreamError proxy_failed, unavailable, broken_answer; the signal's reason when it was aborted
 */
export async function sendRequest(
  dispatcher: Dispatcher,
  address: string,
  { headers = {}, signal, maximumBytes = BYTES_MAX, redirects = 'followed' }: UpstreamRequest,
  milliseconds: number = REQUEST_MS,
): Promise<Response> {
  signal.throwIfAborted();
  try {
    const most = redirects === 'followed' ? REDIRECTS_MAX : null;
    const answer = await follow(dispatcher, new URL(address), headers, AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]), most);
    const body = await readBody(answer, maximumBytes);
    return new Response(BODILESS.has(answer.statusCode) ? null : body, { status: answer.statusCode, headers: headersOf(answer) });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof UpstreamError ? error : classifyFailure(error);
  }
}

/** undici may wrap what failed, and wrap that again. */
function classifyFailure(error: unknown): UpstreamError {
  for (let [at, depth] = [error, 0]; types.isNativeError(at) && depth < MAX_CAUSES; at = at.cause, depth += 1)
    if (at instanceof ProxyFailure) return new UpstreamError('proxy_failed', { text: at.message });
  return new UpstreamError('unavailable', { cause: error });
}

/** @param most redirects that are followed; null to return the first */
async function follow(
  dispatcher: Dispatcher,
  first: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  most: number | null,
): Promise<Answer> {
  const sent = new Headers(USUAL_HEADERS);
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  for (let [url, left] = [first, most ?? 0]; ; left -= 1) {
    const answer = await request(url, { dispatcher, headers: sent, signal });
    if (most === null || !REDIRECTS.has(answer.statusCode)) return answer;
    await answer.body.dump();
    const location = headersOf(answer).get('location') ?? '';
    if (left === 0 || !URL.canParse(location, url.href))
      throw new UpstreamError('broken_answer', { text: 'a redirect that leads nowhere' });
    url = new URL(location, url);
    if (url.origin !== first.origin) throw new UpstreamError('broken_answer', { text: 'a redirect to another server' });
  }
}

function headersOf({ headers }: Answer): Headers {
  const all = Object.entries(headers).flatMap(([name, values = []]) => [values].flat().map((value): [string, string] => [name, value]));
  return new Headers(all);
}

async function readBody(answer: Answer, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += part.byteLength;
    // Leaving the loop cancels the body.
    if (size > most) throw new AnswerTooLong(most);
    parts.push(part);
  }
  return Uint8Array.from(await unpack(Buffer.concat(parts), headersOf(answer).get('content-encoding'), most));
}

async function unpack(body: Buffer, coding: string | null, most: number): Promise<Uint8Array> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (body.byteLength === 0 || name === '' || name === 'identity') return body;
  if (name !== 'gzip' && name !== 'br')
    throw new UpstreamError('broken_answer', { text: 'a body that is packed in a way that was not asked for' });
  return UNPACKERS[name](body, { maxOutputLength: most }).catch((error: unknown) => {
    throw types.isNativeError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? new AnswerTooLong(most) : error;
  });
}
