import type { DynamicModule, INestApplication } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../crypto/ids.ts';
import type { Logger } from '../logging/logger.ts';
import { NestLogger } from '../logging/nest-logger.ts';
import { asLeakwatchError } from './error.filter.ts';
import { readBodies } from './bodies.ts';
import { watchUnusedConnections } from './unused-connections.ts';

export interface ApplicationOptions {
  readonly module: DynamicModule;
  readonly logger: Logger;
  /** Whose `X-Forwarded-For` is believed: addresses and networks. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Bodies pass through as streams; nothing is parsed, and the reader counts the bytes. */
  readonly rawBodies?: boolean;
}

export interface ListenOptions {
  readonly logger: Logger;
  readonly host: string;
  readonly port: number;
}

/** A Nest application on Fastify: request ids, a bound for bodies, errors in one shape, connections that close in order. */
export async function createApplication(options: ApplicationOptions): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    logger: false,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    frameworkErrors: refuseUnreadable,
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
  const closeUnused = watchUnusedConnections(fastify.server);
  fastify.addHook('preClose', async () => closeUnused());
  return app;
}

/** An address that no route can be looked up for never comes as far as the filter; it is refused in the same shape. */
function refuseUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status } = asLeakwatchError(error);
  void reply.status(status).send({ code, message: code, request_id: request.id });
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
