import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { CSRF_COOKIE, CSRF_HEADER, CSRF_PURPOSE, epochKey, sessionCookie, sessionKey, type SessionRecord } from '@leakwatch/contracts';
import { buildService, createLogger, newToken, openFoundation, openRedis, sha256Hex, Signer } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { gatewayService } from '../service.ts';

let behind: Server;
let close: () => Promise<void>;
let csrfOf: (token: string) => string;
let inject: Awaited<ReturnType<typeof buildService>>['inject'];
const open = newToken();

beforeAll(async () => {
  behind = createServer((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'));
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const address = behind.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const environment = await createTestEnvironment({ ADMIN_URL: `http://127.0.0.1:${address.port}` });
  const foundation = await openFoundation('gateway', [], environment.env);
  const { LEAKWATCH_SECRET: secret, REDIS_URL } = foundation.settings;
  csrfOf = (token) => new Signer(secret, CSRF_PURPOSE).sign(sha256Hex(token));
  const app = await buildService(gatewayService, { ...foundation, logger: createLogger('test', 'silent') });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  inject = app.inject.bind(app);
  const redis = openRedis(REDIS_URL, createLogger('test', 'silent'), 'waits');
  const record: SessionRecord = {
    account: { id: randomUUID(), username: 'irina' },
    organisation: null,
    staff: false,
    half: false,
    locale: 'en',
    epoch: 1,
    created: Math.floor(Date.now() / 1000),
  };
  await redis.set(sessionKey(sha256Hex(open)), JSON.stringify(record), 'EX', 600);
  await redis.set(epochKey(record.account.id), '1');
  close = async () => {
    redis.disconnect();
    await app.close();
    await environment.drop();
  };
});
afterAll(async () => {
  await close();
  behind.close();
});

async function signIn(session: string, csrf?: string): Promise<string> {
  const cookie = [`${sessionCookie(false)}=${session}`, ...(csrf === undefined ? [] : [`${CSRF_COOKIE}=${csrf}`])].join('; ');
  const headers = { cookie, ...(csrf !== undefined && { [CSRF_HEADER]: csrf }) };
  const reply = await inject({ method: 'POST', url: '/api/login/', headers, payload: {} });
  return `${reply.statusCode} ${reply.json<{ code?: string }>().code ?? ''}`;
}

it('cookies that open nothing, such as those of another installation on the host, keep nobody from signing in', async () => {
  expect(await signIn('left-over')).toBe('200 ');
  expect(await signIn('left-over', 'of-another-installation')).toBe('200 ');
});

it('a session that is open needs its own token, whatever the route', async () => {
  expect(await signIn(open)).toBe('403 csrf_failed');
  expect(await signIn(open, csrfOf('another'))).toBe('403 csrf_failed');
  expect(await signIn(open, csrfOf(open))).toBe('200 ');
});

it('a path that only begins like the API is the console’s', async () => {
  const at = async (url: string) => (await inject({ url, headers: { accept: 'text/html' } })).headers['content-type'];
  for (const url of ['/apidocs', '/api-tokens/', '/internals'])
    expect({ url, type: await at(url) }).toEqual({ url, type: await at('/tasks') });
  for (const url of ['/api', '/api/', '/api?x', '/api/nothing/', '/internal/identity/'])
    expect({ url, type: await at(url) }).toEqual({ url, type: 'application/json; charset=utf-8' });
});

it('a path that cannot be read is refused with a code, and not repeated', async () => {
  const reply = await inject({ url: '/api/%E0%A4%A' });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({ code: 'invalid_request', message: 'invalid_request', request_id: expect.any(String) });
});
