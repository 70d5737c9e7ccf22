import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { login } from '@leakwatch/contracts';
import { buildService, CALLER_HEADER, CallerSigner, createLogger, openFoundation } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { gatewayService } from '../service.ts';

const PROXY = '10.1.2.3';
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** What the admin service is told of who asks. */
async function openGateway(proxies: string): Promise<(peer: string, forwarded?: string) => Promise<string>> {
  const told: (string | undefined)[] = [];
  const admin = createServer((request, response) => {
    told.push(request.headers[CALLER_HEADER]?.toString());
    response.writeHead(204).end();
  });
  admin.listen(0, '127.0.0.1');
  await once(admin, 'listening');
  const address = admin.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const environment = await createTestEnvironment({ ADMIN_URL: `http://127.0.0.1:${address.port}`, TRUSTED_PROXIES: proxies });
  const foundation = await openFoundation('gateway', [], environment.env);
  const app = await buildService(gatewayService, { ...foundation, logger: createLogger('test', 'silent') });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  closing.push(
    () => environment.drop(),
    async () => void admin.close(),
    () => app.close(),
  );
  const signer = new CallerSigner(foundation.settings.LEAKWATCH_SECRET);
  return async (peer, forwarded) => {
    const headers = { 'content-type': 'application/json', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
    await app.inject({ method: login.method, url: login.path, remoteAddress: peer, headers, payload: '{}' });
    return signer.open(told.pop()).address;
  };
}

let bare: Awaited<ReturnType<typeof openGateway>>;
let behind: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  bare = await openGateway('');
  behind = await openGateway('10.0.0.0/8, 127.0.0.1');
});

it('is that of the connection when nobody is trusted, whatever is claimed', async () => {
  expect(await bare(PROXY, '198.51.100.7')).toBe(PROXY);
});

it('is what a trusted proxy added last', async () => {
  expect(await behind(PROXY, '198.51.100.7')).toBe('198.51.100.7');
  expect(await behind(PROXY, '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7');
  expect(await behind(`::ffff:${PROXY}`, '2001:db8::7')).toBe('2001:db8::7');
});

it('is behind several trusted proxies what the first of them added', async () => {
  expect(await behind('127.0.0.1', '203.0.113.9, 198.51.100.7, 10.9.9.9')).toBe('198.51.100.7');
});

it('is that of the connection for whoever is no trusted proxy', async () => {
  expect(await behind('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
  expect(await behind(PROXY)).toBe(PROXY);
});

it('is that of the proxy when it wrote no address', async () => {
  expect(await behind(PROXY, 'unknown')).toBe(PROXY);
  expect(await behind(PROXY, '198.51.100.7:4711')).toBe(PROXY);
  expect(await behind(PROXY, '<script>')).toBe(PROXY);
});
