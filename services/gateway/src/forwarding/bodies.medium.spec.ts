import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const FORM_BYTES = 16 * 1024;
const MIB = 1024 * 1024;
let gateway: TestGateway;
let received: number[];

beforeAll(async () => {
  gateway = await openGateway((request, response) => {
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
  received = [];
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
