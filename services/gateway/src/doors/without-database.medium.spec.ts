import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sessionCookie } from '@leakwatch/contracts';
import { newToken } from '@leakwatch/platform';
import { openGateway, type TestGateway } from './gateway.fixture.ts';

// A session check makes no database query: with the database gone, what needs none is answered as before.

const EMPTY = { count: 0, results: [], auto_filtered: 0 };
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await openGateway(
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(EMPTY)),
  );
  token = await gateway.openSession();
  await ping();
  await gateway.drop();
});
afterAll(() => gateway.close());

const ping = () => gateway.foundation.database.ping();
async function ask(session: string | undefined) {
  const headers = session === undefined ? {} : { cookie: `${sessionCookie(false)}=${session}` };
  const reply = await gateway.inject({ method: 'GET', url: '/api/events/', headers });
  return { status: reply.statusCode, body: reply.json() };
}

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
