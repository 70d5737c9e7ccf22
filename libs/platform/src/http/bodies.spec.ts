import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Controller, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { waitUntil } from '@leakwatch/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { createLogger } from '../logging/logger.ts';
import { Metrics } from '../metrics/metrics.ts';
import { hasMoreValues, LARGE_BODIES_BYTES } from './bodies.ts';
import { ErrorFilter } from './error.filter.ts';
import { FromRequest, Serves } from './route.ts';
import { createApplication, REQUEST_MS } from './start-service.ts';

const MIB = 1024 * 1024;
const row = (path: string, access: 'public' | 'service', bodyBytes?: number) => ({
  method: 'POST' as const,
  path,
  access,
  body: z.unknown(),
  answer: z.unknown(),
  ...(bodyBytes !== undefined && { bodyBytes }),
});

@Controller()
class Echo {
  @Serves(row('/form/', 'public'))
  form(@FromRequest() { body }: { body: unknown }): object {
    return { type: typeof body };
  }

  @Serves(row('/between/', 'service'))
  between(): object {
    return {};
  }

  @Serves(row('/answers/', 'public', 16 * MIB))
  answers(): object {
    return { text: 'x'.repeat(LARGE_BODIES_BYTES) };
  }

  @Serves(row('/large/', 'public', 16 * MIB))
  large(): object {
    return {};
  }
}

@Module({ controllers: [Echo], providers: [{ provide: APP_FILTER, useValue: new ErrorFilter(createLogger('test', 'silent')) }] })
class EchoModule {}

let app: NestFastifyApplication;
let port: number;

beforeAll(async () => {
  app = await createApplication({ module: { module: EchoModule }, logger: createLogger('test', 'silent'), metrics: new Metrics('test') });
  await app.listen(0, '127.0.0.1');
  port = Number(new URL(await app.getUrl()).port);
});
afterAll(() => app.close());

async function post(path: string, payload: string, type = 'application/json'): Promise<number> {
  const { statusCode } = await app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
  return statusCode;
}
const textOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));

describe('bodies are read up to the bound of their route', () => {
  it.each([
    ['/form', 16 * 1024],
    ['/between', MIB],
    ['/large', 16 * MIB],
  ])('%s takes %d bytes and not one more', async (path, bytes) => {
    expect(await post(path, textOf(bytes))).toBe(200);
    expect(await post(path, textOf(bytes + 1))).toBe(413);
  });

  it('few bytes with many values are refused before they are parsed', async () => {
    expect(await post('/large', `[${'{},'.repeat(249_998)}{}]`)).toBe(413);
    expect(await post('/large', `[${'1,'.repeat(249_998)}1]`)).toBe(200);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/xml'])('%s is refused', async (type) => {
    expect(await post('/form', 'a=1', type)).toBe(415);
  });

  it('a body that would change prototypes is refused', async () => {
    expect(await post('/form', '{"__proto__":{"staff":true}}')).toBe(400);
  });
});

/** Sends the head of a request and waits, as a slow client does. Resolves when the server has it. */
async function begin(path: string, length: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const received = once(app.getHttpServer(), 'request');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n"`);
  await received;
  return socket;
}

it('large bodies together take no more than the memory set aside for them', async () => {
  // One after the other, and before anything else is sent: what comes between would be counted first, and one of them refused.
  const slow = [await begin('/large', 16 * MIB), await begin('/large', 16 * MIB - 1)];
  await waitUntil('both to be counted', async () => (await post('/large', textOf(MIB))) === 503);
  expect(await post('/form', '{}')).toBe(200);
  for (const socket of slow) socket.destroy();
  await waitUntil('both to end', async () => (await post('/large', textOf(MIB))) === 200);
});

it('a large body takes no memory any more while its answer is read slowly', async () => {
  const readers: Socket[] = [];
  for (let at = 0; at < 2; at += 1) {
    const socket = connect(port, '127.0.0.1');
    readers.push(socket);
    socket.write(`POST /answers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${16 * MIB}\r\n\r\n`);
    socket.write(textOf(16 * MIB));
    // Reads a little and no more.
    await once(socket, 'readable');
  }
  expect(await post('/large', textOf(16 * MIB))).toBe(200);
  for (const socket of readers) socket.destroy();
});

describe('a body that does not come', () => {
  it('ends its connection when the time of a request is over', async () => {
    const impatient = await createApplication({
      module: { module: EchoModule },
      logger: createLogger('test', 'silent'),
      metrics: new Metrics('test'),
      requestMs: 100,
    });
    await impatient.listen(0, '127.0.0.1');
    const socket = connect(Number(new URL(await impatient.getUrl()).port), '127.0.0.1');
    socket.write('POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"');
    expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
    await impatient.close();
  });

  it('has a time in every service', () => {
    expect(app.getHttpServer()).toMatchObject({ requestTimeout: REQUEST_MS });
    expect(REQUEST_MS).toBeGreaterThan(0);
  });
});

describe('values of a JSON text', () => {
  it('are counted as its elements and members, whatever its texts contain', () => {
    const valuesIn = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 0
        : Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), Math.max(1, Object.keys(value).length));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const [text, values] = [JSON.stringify(value), valuesIn(value)];
        expect([hasMoreValues(text, values), hasMoreValues(text, values - 1)]).toEqual([false, values > 0]);
      }),
    );
  });
});
