import { Readable } from 'node:stream';
import type { ServiceName } from '@leakwatch/contracts';
import {
  type Caller,
  CALLER_HEADER,
  type CallerSigner,
  LeakwatchError,
  MAX_BODY_BYTES,
  type ServiceSettings,
  Unavailable,
} from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A service that does not begin to answer within this time counts as away. */
const ANSWER_MS = 30_000;
const REQUEST_HEADERS = ['content-type', 'content-length', 'accept', 'last-event-id', 'if-none-match'];
const ANSWER_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'set-cookie',
  'clear-site-data',
  'retry-after',
  'allow',
  'etag',
];

/** Carries a request to the service that serves it, with the signed caller; bodies and answers pass as streams. */
export class Forwarder {
  private readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  private readonly signer: CallerSigner;

  constructor(settings: ServiceSettings, signer: CallerSigner) {
    this.urls = { admin: settings.ADMIN_URL, tasks: settings.TASKS_URL, events: settings.EVENTS_URL, reports: settings.REPORTS_URL };
    this.signer = signer;
  }

  async forward(service: ServiceName, request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> {
    const base = this.urls[service];
    if (base === undefined) throw new Unavailable();
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new LeakwatchError('too_large', 413);
    const answer = await this.ask(new URL(request.url, base), request, caller);
    reply.status(answer.status);
    for (const name of ANSWER_HEADERS) {
      const value = name === 'set-cookie' ? answer.headers.getSetCookie() : answer.headers.get(name);
      if (value !== null && value.length > 0) reply.header(name, value);
    }
    await reply.send(answer.body === null ? '' : Readable.fromWeb(answer.body));
  }

  private async ask(url: URL, request: FastifyRequest, caller: Caller): Promise<Response> {
    const headers = new Headers({ [CALLER_HEADER]: this.signer.seal(caller), 'x-request-id': request.id });
    for (const name of REQUEST_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const body = request.body instanceof Readable ? Readable.toWeb(request.body) : null;
    const begun = new AbortController();
    const timer = setTimeout(() => begun.abort(), ANSWER_MS);
    try {
      return await fetch(url, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: begun.signal,
        ...(body !== null && { body, duplex: 'half' as const }),
      });
    } catch (error) {
      throw new Unavailable('unavailable', error);
    } finally {
      clearTimeout(timer);
    }
  }
}
