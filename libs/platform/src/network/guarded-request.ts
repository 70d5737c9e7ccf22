import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export const REQUEST_FAULTS = ['address_refused', 'host_not_found', 'timeout', 'certificate_invalid', 'connection_failed'] as const;
export type RequestFault = (typeof REQUEST_FAULTS)[number];

/** There was no answer. */
export class RequestFailed extends Error {
  readonly fault: RequestFault;

  constructor(fault: RequestFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'RequestFailed';
    this.fault = fault;
  }
}

/** A request to an address from outside. */
export interface GuardedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether private, loopback and link-local addresses may be contacted. */
  readonly allowPrivateAddresses: boolean;
  /** For connection, request and answer together. */
  readonly timeoutMs: number;
  /** What is read of the answer's body; the rest is not received. */
  readonly answerBytes: number;
  readonly signal?: AbortSignal;
}

export interface GuardedPost extends GuardedRequest {
  readonly body: string;
}

/**
 * The addresses of a host that may be contacted. The connection is made to what this returns, so a name that changes its answer between check
 * and use (DNS rebinding) has no effect.
 */
const guardedLookup =
  (allowPrivate: boolean): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(new RequestFailed('host_not_found', error), '');
      const allowed = found.filter(({ address }) => allowPrivate || isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return done(new RequestFailed('address_refused'), '');
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
 * Sends a body to an address from outside, and returns the status and the beginning of the answer. Follows no redirect and uses
 * no proxy. Throws RequestFailed.
 */
export async function postGuarded({ body, ...request }: GuardedPost): Promise<{ readonly status: number; readonly excerpt: Buffer }> {
  const ended = endOf(request);
  try {
    const answer = await ask('POST', request, ended, Buffer.from(body));
    return { status: answer.statusCode ?? 0, excerpt: await beginningOf(answer, request.answerBytes) };
  } catch (error) {
    throw failureOf(error, ended.aborted);
  }
}

/** An answer; `body` is null where it has more bytes than `answerBytes`. */
export interface GuardedAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Buffer | null;
}

/** Reads an address from outside, whole. Follows no redirect and uses no proxy. Throws RequestFailed, also where the answer breaks off. */
export async function getGuarded(request: GuardedRequest): Promise<GuardedAnswer> {
  const ended = endOf(request);
  try {
    const answer = await ask('GET', request, ended);
    const { statusCode: status = 0, headers } = answer;
    return { status, location: headers.location, body: await wholeOf(answer, request.answerBytes) };
  } catch (error) {
    throw failureOf(error, ended.aborted);
  }
}

const endOf = ({ timeoutMs, signal }: GuardedRequest) => AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);

function ask(method: 'GET' | 'POST', request: GuardedRequest, signal: AbortSignal, body?: Buffer): Promise<IncomingMessage> {
  const { allowPrivateAddresses: allowPrivate, headers } = request;
  const url = new URL(request.url);
  if (isRefusedLiteral(request.url, allowPrivate)) throw new RequestFailed('address_refused');
  return new Promise((resolve, reject) => {
    const question = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      ...{ method, agent: false, signal, lookup: guardedLookup(allowPrivate) },
      headers: { ...headers, 'accept-encoding': 'identity', ...(body && { 'content-length': body.length }) },
    });
    question.once('response', resolve);
    // Also after the answer: a receiver may break the connection at any time.
    question.on('error', reject);
    question.end(body);
  });
}

async function wholeOf(answer: IncomingMessage, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    if (!Buffer.isBuffer(part)) continue;
    parts.push(part);
    length += part.length;
    if (length <= most) continue;
    answer.destroy();
    return null;
  }
  return Buffer.concat(parts);
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

function failureOf(error: unknown, ended: boolean): RequestFailed {
  if (error instanceof RequestFailed) return error;
  if (ended) return new RequestFailed('timeout', error);
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return new RequestFailed(typeof code === 'string' && CERTIFICATE.test(code) ? 'certificate_invalid' : 'connection_failed', error);
}
