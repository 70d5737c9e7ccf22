import type { DynamicModule, INestApplication } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../crypto/ids.ts';
import type { Logger } from '../logging/logger.ts';
import { measureAnswers } from '../metrics/measure-answers.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { NestLogger } from '../logging/nest-logger.ts';
import { asLeakwatchError } from './error.filter.ts';
import { readBodies } from './bodies.ts';
import { watchUnusedConnections } from './unused-connections.ts';

/**
 * Of a request's address and headers together. A list that is filtered by a hundred values of each kind has an address of more than 100 KiB
 * when every letter is percent-encoded.
 */
const HEADER_BYTES_MAX = 256 * 1024;
/**
 * In which a request has to be there as a whole. Longer than the longest time in which the gateway waits for an answer, which begins with the
 * request; afterwards its connection would be held for nothing.
 */
export const REQUEST_MS = 150_000;
/** In which the headers have to be there; Node's default. Node exchanges the two times when this one is the longer. */
const HEADERS_MS = 60_000;
/** How often Node looks for requests that take longer. */
const LOOK_MS = 30_000;

export interface ApplicationOptions {
  readonly module: DynamicModule;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whose `X-Forwarded-For` is believed: addresses and networks. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Bodies pass through as streams; nothing is parsed, and the reader counts the bytes. */
  readonly rawBodies?: boolean;
  /** REQUEST_MS by default. */
  readonly requestMs?: number;
}

export interface ListenOptions {
  readonly logger: Logger;
  readonly host: string;
  readonly port: number;
}

/** A Nest application on Fastify: request ids, a bound for bodies, errors in one shape, connections that close in order. */
export async function createApplication(options: ApplicationOptions): Promise<NestFastifyApplication> {
  const { requestMs = REQUEST_MS } = options;
  const adapter = new FastifyAdapter({
    logger: false,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    frameworkErrors: refuseUnreadable,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: Math.min(HEADERS_MS, requestMs),
      connectionsCheckingInterval: Math.min(LOOK_MS, requestMs),
    },
    requestTimeout: requestMs,
    clientErrorHandler: refuseUnparsed,
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId();
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    logger: new NestLogger(options.logger),
    bufferLogs: false,
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = adapter.getInstance();
  if (options.rawBodies === true) passBodiesThrough(fastify);
  else readBodies(fastify);
  measureAnswers(fastify, options.metrics);
  const closeUnused = watchUnusedConnections(fastify.server);
  fastify.addHook('preClose', async () => closeUnused());
  return app;
}

/** An address that no route can be looked up for never comes as far as the filter; it is refused in the same shape. */
function refuseUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status } = asLeakwatchError(error);
  void reply.status(status).send({ code, message: code, request_id: request.id });
}

const UNPARSED: ReadonlyMap<string, readonly [status: string, code: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'headers_too_large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'invalid_request']],
]);

/** A request that could not be parsed has no reply object; the answer is written to the socket. */
function refuseUnparsed(error: ConnectionError, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return;
  const [status, code] = UNPARSED.get(error.code) ?? ['400 Bad Request', 'invalid_request'];
  const body = JSON.stringify({ code, message: code, request_id: newId() });
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}

function passBodiesThrough(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** Listens, and stops in order at SIGTERM and SIGINT: no new requests, work at hand ends, connections close. */
export async function listen(app: NestFastifyApplication, options: ListenOptions): Promise<void> {
  stopOnSignals(app, options.logger);
  await app.listen(options.port, options.host);
  options.logger.info({ port: options.port }, 'listening');
}

function stopOnSignals(app: INestApplication, logger: Logger): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ error: String(error) }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // A service that a launcher started ends with it, also when the launcher was killed.
  process.on('disconnect', () => stop('disconnect'));
}
