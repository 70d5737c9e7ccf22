import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export const POST_FAULTS = ['address_refused', 'host_not_found', 'timeout', 'certificate_invalid', 'connection_failed'] as const;
export type PostFault = (typeof POST_FAULTS)[number];

/** There was no answer. */
export class PostFailed extends Error {
  readonly fault: PostFault;

  constructor(fault: PostFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'PostFailed';
    this.fault = fault;
  }
}

export interface GuardedPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether private, loopback and link-local addresses may be contacted. */
  readonly allowPrivateAddresses: boolean;
  /** For connection, request and answer together. */
  readonly timeoutMs: number;
  /** What is read of the answer's body; the rest is not received. */
  readonly answerBytes: number;
  readonly signal?: AbortSignal;
}

/**
 * The addresses of a host that may be contacted. The connection is made to what this returns, so a name that changes its answer between check
 * and use (DNS rebinding) has no effect.
 */
const guardedLookup =
  (allowPrivate: boolean): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(new PostFailed('host_not_found', error), '');
      const allowed = found.filter(({ address }) => allowPrivate || isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return done(new PostFailed('address_refused'), '');
      if (options.all === true) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };

/** Whether a URL names an address that may not be contacted. Host names are checked when they are resolved, and an address is not looked up. */
export function isRefusedLiteral(url: string, allowPrivate: boolean): boolean {
  const literal = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !allowPrivate && !isPublicAddress(literal);
}

/**
 * Sends a body to an address that somebody else chose, and returns the status and the beginning of the answer. Follows no redirect and uses
 * no proxy. Throws PostFailed.
 */
export async function postGuarded(post: GuardedPost): Promise<{ readonly status: number; readonly excerpt: Buffer }> {
  const url = new URL(post.url);
  if (isRefusedLiteral(post.url, post.allowPrivateAddresses)) throw new PostFailed('address_refused');
  const ended = AbortSignal.any([AbortSignal.timeout(post.timeoutMs), ...(post.signal ? [post.signal] : [])]);
  const body = Buffer.from(post.body);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const question = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        agent: false,
        signal: ended,
        lookup: guardedLookup(post.allowPrivateAddresses),
        headers: { ...post.headers, 'content-length': body.length, 'accept-encoding': 'identity' },
      });
      question.once('response', resolve);
      // Also after the answer: a receiver may break the connection at any time.
      question.on('error', reject);
      question.end(body);
    });
    return { status: answer.statusCode ?? 0, excerpt: await beginningOf(answer, post.answerBytes) };
  } catch (error) {
    throw failureOf(error, ended.aborted);
  }
}

/** An answer that breaks off has been given: what arrived of it is its beginning. */
async function beginningOf(answer: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer) {
      if (!Buffer.isBuffer(part)) continue;
      parts.push(part);
      length += part.length;
      if (length >= most) break;
    }
  } catch {
    // Its status counts.
  }
  answer.destroy();
  return Buffer.concat(parts).subarray(0, most);
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

function failureOf(error: unknown, ended: boolean): PostFailed {
  if (error instanceof PostFailed) return error;
  if (ended) return new PostFailed('timeout', error);
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return new PostFailed(typeof code === 'string' && CERTIFICATE.test(code) ? 'certificate_invalid' : 'connection_failed', error);
}
