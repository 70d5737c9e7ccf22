import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sessionCookie } from '@leakwatch/contracts';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const ASSETS = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'console', 'dist', 'assets');
const LONG = JSON.stringify({ text: 'leak '.repeat(2_000) });
const SHORT = '{"ok":true}';

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await openGateway((request, response) => {
    const body = request.url?.includes('limit=1') === true ? SHORT : LONG;
    const type =
      request.url?.includes('limit=2') === true ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'application/json';
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  });
  cookie = `${sessionCookie(false)}=${await gateway.openSession()}`;
});
afterAll(() => gateway.close());

const ask = (url: string, accepted: string) =>
  gateway.inject({ url, headers: { 'accept-encoding': accepted, accept: 'text/html,application/json', cookie } });

it('files of the console are sent as they were compressed when it was built', async () => {
  const [asset = ''] = readdirSync(ASSETS).filter((name) => name.endsWith('.js.br'));
  const url = `/assets/${asset.slice(0, -3)}`;
  const plain = readFileSync(join(ASSETS, asset.slice(0, -3)));
  const br = await ask(url, 'gzip, deflate, br, zstd');
  expect([br.statusCode, br.headers['content-encoding'], br.headers['content-type']]).toEqual([
    200,
    'br',
    expect.stringMatching(/javascript/),
  ]);
  expect(brotliDecompressSync(br.rawPayload).equals(plain)).toBe(true);
  expect(br.headers['cache-control']).toContain('immutable');
  const gz = await ask(url, 'gzip');
  expect(gz.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gz.rawPayload).equals(plain)).toBe(true);
  const none = await ask(url, 'identity');
  expect(none.headers['content-encoding']).toBeUndefined();
  expect(none.rawPayload.equals(plain)).toBe(true);
  expect((await ask('/tasks', 'br')).statusCode).toBe(200);
});

it('answers of the API are compressed where it pays, and otherwise left as they are', async () => {
  const long = await ask('/api/events/', 'gzip, br');
  expect([long.statusCode, long.headers['content-encoding'], long.headers['content-length']]).toEqual([200, 'gzip', undefined]);
  expect(gunzipSync(long.rawPayload).toString()).toBe(LONG);
  for (const [url, accepted, body] of [
    ['/api/events/?limit=1', 'gzip', SHORT],
    ['/api/events/?limit=2', 'gzip', LONG],
    ['/api/events/', 'identity', LONG],
    ['/api/events/', 'unknown', LONG],
  ] as const) {
    const answer = await ask(url, accepted);
    expect({ url, accepted, encoding: answer.headers['content-encoding'], body: answer.payload }).toEqual({
      url,
      accepted,
      encoding: undefined,
      body,
    });
  }
});
