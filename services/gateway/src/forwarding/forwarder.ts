import { Inject, Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { ANSWER_MS, type Route, type ServiceName } from '@leakwatch/contracts';
import {
  type Caller,
  CALLER_HEADER,
  CallerSigner,
  LeakwatchError,
  MAX_BODY_BYTES,
  SETTINGS,
  ServiceAddresses,
  Unavailable,
} from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../settings.ts';

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
   * before the caller does.
   */
  async forward(
    { service, answerMs = ANSWER_MS }: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    before: (answer: Response) => Promise<void>,
  ): Promise<void> {
    const addresses = this.addresses.get(service);
    if (addresses === undefined) throw new Unavailable();
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new LeakwatchError('too_large', 413);
    const answer = await this.ask(addresses, request, caller, answerMs);
    await before(answer);
    reply.status(answer.status);
    for (const name of ANSWER_HEADERS) {
      const value = name === 'set-cookie' ? answer.headers.getSetCookie() : answer.headers.get(name);
      if (value !== null && value.length > 0) reply.header(name, value);
    }
    await reply.send(answer.body === null ? '' : Readable.fromWeb(answer.body));
  }

  private async ask(addresses: ServiceAddresses, request: FastifyRequest, caller: Caller, answerMs: number): Promise<Response> {
    const headers = new Headers({ [CALLER_HEADER]: this.signer.seal(caller), 'x-request-id': request.id });
    for (const name of REQUEST_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const { body } = request;
    const begun = new AbortController();
    const timer = setTimeout(() => begun.abort(), answerMs);
    try {
      return await addresses.fetch(request.url, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: begun.signal,
        ...(body instanceof Readable && { body: () => chunksOf(body) }),
      });
    } catch (error) {
      throw new Unavailable('unavailable', error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Touches the body only once it is asked for, which is when a service took the connection. */
async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  yield* body;
}
