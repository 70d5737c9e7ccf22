import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { createTask, CSRF_COOKIE, CSRF_HEADER, CSRF_PURPOSE, sessionCookie } from '@leakwatch/contracts';
import { sha256Hex, Signer } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const FORM_BYTES = 16 * 1024;
const MIB = 1024 * 1024;
let gateway: TestGateway;
let received: number[];
let begun = 0;

beforeAll(async () => {
  gateway = await openGateway((request, response) => {
    begun += 1;
    text(request).then(
      (body) => {
        received.push(body.length);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
      () => undefined,
    );
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  [received, begun] = [[], 0];
});

const headers = { 'content-type': 'application/json' };
const signIn = { method: 'POST', path: '/api/login/', headers };
const refused = { status: 413, code: 'too_large' };

function* empties(bytes: number): Generator<string> {
  for (let sent = 0; sent < bytes; sent += 3 * 1024) yield '{},'.repeat(1024);
}

describe('the gateway passes no more of a body than its route takes', () => {
  it.each([
    ['with its length stated', { ...headers, 'content-length': String(16 * MIB) }],
    ['in chunks, without its length', headers],
  ])('%s', async (_, withHeaders) => {
    expect(await gateway.send({ ...signIn, headers: withHeaders, chunks: empties(16 * MIB) })).toEqual(refused);
    expect(received).toEqual([]);
  });

  it('a body of exactly the bound passes, one byte more does not', async () => {
    const ofBytes = (bytes: number) => [JSON.stringify('x'.repeat(bytes - 2))];
    expect(await gateway.send({ ...signIn, chunks: ofBytes(FORM_BYTES) })).toMatchObject({ status: 200 });
    expect(await gateway.send({ ...signIn, chunks: ofBytes(FORM_BYTES + 1) })).toEqual(refused);
    expect(received).toEqual([FORM_BYTES]);
  });
});

it.each(['gzip', 'br', 'GZIP', 'x', 'gzip, identity'])('a body in the encoding %s is refused, not unpacked', async (encoding) => {
  const packed = { ...headers, 'content-encoding': encoding, 'content-length': '2' };
  expect(await gateway.send({ ...signIn, headers: packed, chunks: ['{}'] })).toEqual({ status: 415, code: 'invalid_request' });
  expect(begun).toBe(0);
  expect(await gateway.send({ ...signIn, headers: { ...packed, 'content-encoding': 'identity' }, chunks: ['{}'] })).toMatchObject({
    status: 200,
  });
});

describe('large bodies that arrive at the same time', () => {
  const BOUND = 16 * MIB;
  const saving = async () => {
    const session = await gateway.openSession();
    const csrf = new Signer(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS, CSRF_PURPOSE).sign(sha256Hex(session));
    const cookie = `${sessionCookie(false)}=${session}; ${CSRF_COOKIE}=${csrf}`;
    return { method: createTask.method, path: createTask.path, headers: { ...headers, cookie, [CSRF_HEADER]: csrf } };
  };
  const ofBytes = (bytes: number) => [JSON.stringify('x'.repeat(bytes - 2))];

  it('of one organisation leave room for those of others, however slowly they come', async () => {
    const [slow, other] = [await saving(), await saving()];
    const held = gateway.begin({ ...slow, headers: { ...slow.headers, 'content-length': String(BOUND) } });
    await waitUntil('the slow body to begin', async () => begun === 1);
    expect(await gateway.send({ ...slow, chunks: ofBytes(MIB) })).toEqual({ status: 503, code: 'unavailable' });
    const small = { ...slow, headers: { ...slow.headers, 'content-length': String(FORM_BYTES) } };
    expect(await gateway.send({ ...small, chunks: ofBytes(FORM_BYTES) })).toMatchObject({ status: 200 });
    expect(await gateway.send({ ...other, chunks: ofBytes(BOUND) })).toMatchObject({ status: 200 });
    held.destroy();
    await waitUntil('the slow body to be over', async () => (await gateway.send({ ...slow, chunks: ofBytes(MIB) })).status === 200);
  });
});
