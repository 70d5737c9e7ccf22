import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getGuarded, type GuardedPost, isRefusedLiteral, postGuarded, RequestFailed } from './guarded-request.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/broken') response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
  else if (request.url === '/slow') response.write('a byte');
  else if (request.url === '/moved') response.writeHead(307, { location: '/target' }).end();
  else response.end('x'.repeat(5_000));
});
// Without a certificate: the handshake fails.
const tls = createTlsServer();
let port = 0;
let tlsPort = 0;
beforeAll(async () => {
  for (const one of [server, tls]) await once(one.listen(0, '127.0.0.1'), 'listening');
  const portOf = (address: ReturnType<typeof server.address>) => (typeof address === 'object' && address !== null ? address.port : 0);
  [port, tlsPort] = [portOf(server.address()), portOf(tls.address())];
});
afterAll(() => {
  server.close();
  // The slow answer never ends.
  server.closeAllConnections();
  tls.close();
});

const post = (url: string, change: Partial<GuardedPost> = {}) =>
  postGuarded({ url, headers: {}, body: '{}', allowPrivateAddresses: true, timeoutMs: 5_000, answerBytes: 100, ...change });
const faultOf = async (sent: Promise<unknown>) =>
  sent.then(
    () => 'none',
    (error: unknown) => (error instanceof RequestFailed ? error.fault : String(error)),
  );

it('sends the body and reads the beginning of the answer', async () => {
  const { status, excerpt } = await post(`http://127.0.0.1:${port}/`);
  expect([status, excerpt.length]).toEqual([200, 100]);
});

it('follows no redirect', async () => {
  expect((await post(`http://127.0.0.1:${port}/moved`)).status).toBe(307);
  expect(asked).not.toContain('/target');
});

it('does not connect to addresses that are not public, whatever the spelling or the name', async () => {
  const before = asked.length;
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '169.254.169.254', '10.0.0.1', '0'])
    expect([host, await faultOf(post(`http://${host}:${port}/`, { allowPrivateAddresses: false }))]).toEqual([host, 'address_refused']);
  expect(asked).toHaveLength(before);
  expect(isRefusedLiteral('https://93.184.216.34/', false)).toBe(false);
  expect(isRefusedLiteral('https://192.168.0.1/', true)).toBe(false);
});

it('says why there was no answer', async () => {
  expect(await faultOf(post('http://nowhere.invalid/'))).toBe('host_not_found');
  expect(await faultOf(post('http://127.0.0.1:1/'))).toBe('connection_failed');
  expect(await faultOf(post(`https://127.0.0.1:${tlsPort}/`))).toBe('connection_failed');
  expect(await faultOf(post(`http://127.0.0.1:${tlsPort}/`, { timeoutMs: 1 }))).toMatch(/timeout|connection_failed/);
  expect(await faultOf(post(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() }))).toBe('timeout');
});

const get = (path: string, change: { readonly timeoutMs?: number; readonly answerBytes?: number } = {}) =>
  getGuarded({
    url: `http://127.0.0.1:${port}${path}`,
    headers: {},
    allowPrivateAddresses: true,
    timeoutMs: 5_000,
    answerBytes: 5_000,
    ...change,
  });

it('reads an answer whole, and no more than was allowed', async () => {
  expect((await get('/')).body?.length).toBe(5_000);
  expect((await get('/', { answerBytes: 4_999 })).body).toBeNull();
  expect(await get('/moved')).toEqual({ status: 307, location: '/target', body: Buffer.alloc(0) });
  expect(asked).not.toContain('/target');
});

it('does not take half an answer for a whole one, and does not wait for a slow one', async () => {
  expect(await faultOf(get('/broken'))).toBe('connection_failed');
  expect(await faultOf(get('/slow', { timeoutMs: 200 }))).toBe('timeout');
  const before = asked.length;
  expect(
    await faultOf(
      getGuarded({ url: `http://localhost:${port}/`, headers: {}, allowPrivateAddresses: false, timeoutMs: 5_000, answerBytes: 1 }),
    ),
  ).toBe('address_refused');
  expect(asked).toHaveLength(before);
});
