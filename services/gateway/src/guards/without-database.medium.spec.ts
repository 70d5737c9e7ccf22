import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sessionCookie } from '@leakwatch/contracts';
import { newToken } from '@leakwatch/platform';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';
import { gatewaySettings } from '../settings.ts';

// The gateway checks sessions without a database: it knows no address of one, and answers when there is none.

const EMPTY = { count: 0, results: [], auto_filtered: 0 };
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await openGateway(
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(EMPTY)),
  );
  token = await gateway.openSession();
  await gateway.dropDatabase();
});
afterAll(() => gateway.close());

async function ask(session: string | undefined) {
  const headers = session === undefined ? {} : { cookie: `${sessionCookie(false)}=${session}` };
  const reply = await gateway.inject({ method: 'GET', url: '/api/events/', headers });
  return { status: reply.statusCode, body: reply.json() };
}

it('has no setting for a database', () => {
  expect(Object.keys(gatewaySettings.shape).filter((name) => /DATABASE|KAFKA|S3|SMTP/.test(name))).toEqual([]);
});

it('lets a session pass every guard', async () => {
  expect(await ask(token)).toEqual({ status: 200, body: EMPTY });
});

it('refuses a request without a session, and one whose session was never opened', async () => {
  for (const session of [undefined, newToken()])
    expect(await ask(session)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
});
