import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { epochKey, sessionCookie, sessionKey, type SessionRecord } from '@leakwatch/contracts';
import { buildService, createLogger, newToken, openFoundation, openRedis, sha256Hex } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { gatewayService } from '../service.ts';

// A session check makes no database query: with the database gone, what needs none is answered as before.

const EMPTY = { count: 0, results: [], auto_filtered: 0 };
let behind: Server;
let close: () => Promise<void>;
let ask: (token: string | undefined) => Promise<{ status: number; body: unknown }>;
let ping: () => Promise<void>;
const token = newToken();

beforeAll(async () => {
  behind = createServer((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(EMPTY)));
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const address = behind.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const environment = await createTestEnvironment({ EVENTS_URL: `http://127.0.0.1:${address.port}` });
  const foundation = await openFoundation('gateway', [], environment.env);
  const app = await buildService(gatewayService, { ...foundation, logger: createLogger('test', 'silent') });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const redis = openRedis(foundation.settings.REDIS_URL, createLogger('test', 'silent'), 'waits');
  const account = { id: randomUUID(), username: 'irina' };
  const record: SessionRecord = {
    account,
    organisation: randomUUID(),
    staff: false,
    half: false,
    locale: 'en',
    epoch: 1,
    created: Math.floor(Date.now() / 1000),
  };
  await redis.set(sessionKey(sha256Hex(token)), JSON.stringify(record), 'EX', 600);
  await redis.set(epochKey(account.id), '1');
  ping = () => foundation.database.ping();
  await ping();
  await environment.drop();
  ask = async (session) => {
    const reply = await app.inject({
      method: 'GET',
      url: '/api/events/',
      headers: session === undefined ? {} : { cookie: `${sessionCookie(false)}=${session}` },
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  close = async () => {
    redis.disconnect();
    await app.close();
  };
});
afterAll(async () => {
  await close();
  behind.close();
  behind.closeAllConnections();
});

it('the database is gone', async () => {
  await expect(ping()).rejects.toThrow(/does not exist|terminat|closed/i);
});

it('a session still passes every door, and what needs no database is answered', async () => {
  expect(await ask(token)).toEqual({ status: 200, body: EMPTY });
});

it('no session, and one that was never made, are refused as before', async () => {
  for (const session of [undefined, newToken()])
    expect(await ask(session)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
});
