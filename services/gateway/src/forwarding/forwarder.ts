import { Inject, Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { ANSWER_MS, type Route, type ServiceName } from '@leakwatch/contracts';
import {
  bodyBytesOf,
  type Caller,
  CALLER_HEADER,
  CallerSigner,
  sentUrl,
  SETTINGS,
  largestBodyOf,
  LeakwatchError,
  ServiceAddresses,
  tooLarge,
  Unavailable,
} from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COMPRESSED_FROM_BYTES } from '../console/serve-console.ts';
import type { GatewaySettings } from '../settings.ts';
import { BodyShares } from './body-shares.ts';

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
@Injectable()
export class Forwarder {
  private readonly addresses: ReadonlyMap<ServiceName, ServiceAddresses>;
  private readonly shares = new BodyShares();

  constructor(
    @Inject(SETTINGS) settings: GatewaySettings,
    private readonly signer: CallerSigner,
  ) {
    this.addresses = new Map([
      ['admin', new ServiceAddresses(settings.ADMIN_URL)],
      ['tasks', new ServiceAddresses(settings.TASKS_URL)],
      ['events', new ServiceAddresses(settings.EVENTS_URL)],
      ['reports', new ServiceAddresses(settings.REPORTS_URL)],
      ['crawler', new ServiceAddresses(settings.CRAWLER_URL)],
    ]);
  }

  /**
   * A service that does not begin to answer within the route's time counts as away. `before` sees what it began to answer,
   * before the caller does. Throws 415 for a compressed body, which no service reads, `too_large` for a body over the bound of the route, and Unavailable while the caller's organisation
   * sends others.
   */
  async forward(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    before: (answer: Response) => Promise<void>,
  ): Promise<void> {
    const addresses = this.addresses.get(route.service);
    if (addresses === undefined) throw new Unavailable();
    if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') throw new LeakwatchError('invalid_request', 415);
    const body = new CountedBody(request, bodyBytesOf(route));
    // The server reads what is left of the body without keeping it: a client that is still writing would miss the refusal.
    const url = sentUrl(request.url);
    const signed = this.signer.seal(caller, { service: route.service, method: request.method, url });
    const release = this.shares.take(caller, largestBodyOf(request, bodyBytesOf(route)));
    const answer = await this.ask(addresses, request, body, { url, signed, answerMs: route.answerMs ?? ANSWER_MS })
      .catch((error: unknown) => {
        throw body.isTooLarge ? tooLarge() : error;
      })
      .finally(release);
    await before(answer);
    reply.status(answer.status);
    for (const name of ANSWER_HEADERS) {
      const value = name === 'set-cookie' ? answer.headers.getSetCookie() : answer.headers.get(name);
      if (value !== null && value.length > 0) reply.header(name, value);
    }
    // A stream is compressed whatever its length, so what is short is sent whole.
    const isShort = Number(answer.headers.get('content-length') ?? Number.POSITIVE_INFINITY) < COMPRESSED_FROM_BYTES;
    if (answer.body === null) await reply.send('');
    else await reply.send(isShort ? Buffer.from(await answer.arrayBuffer()) : Readable.fromWeb(answer.body));
  }

  private async ask(
    addresses: ServiceAddresses,
    request: FastifyRequest,
    body: CountedBody,
    { url, signed, answerMs }: { readonly url: string; readonly signed: string; readonly answerMs: number },
  ): Promise<Response> {
    if (body.isTooLarge) throw tooLarge();
    const headers = new Headers({ [CALLER_HEADER]: signed, 'x-request-id': request.id });
    for (const name of REQUEST_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const begun = new AbortController();
    const timer = setTimeout(() => begun.abort(), answerMs);
    try {
      return await addresses.fetch(url, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: begun.signal,
        ...(body.isPresent && { body: () => body.chunks() }),
      });
    } catch (error) {
      throw new Unavailable('unavailable', error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The body of a request, read up to a bound, whether or not the request states its length. */
class CountedBody {
  isTooLarge: boolean;
  private readonly body: unknown;

  constructor(
    { body, headers }: FastifyRequest,
    private readonly maxBytes: number,
  ) {
    this.body = body;
    this.isTooLarge = Number(headers['content-length'] ?? 0) > maxBytes;
  }

  get isPresent(): boolean {
    return this.body instanceof Readable;
  }

  /** Touches the body only once it is asked for, which is when a service took the connection. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    if (!(this.body instanceof Readable)) return;
    let bytes = 0;
    try {
      // What is not read stays with the server, which answers first.
      for await (const chunk of this.body.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        this.isTooLarge = bytes > this.maxBytes;
        if (this.isTooLarge) throw tooLarge();
        yield chunk;
      }
    } finally {
      // The server itself drops only a body of which nothing was read.
      if (this.isTooLarge) this.body.resume();
    }
  }
}
