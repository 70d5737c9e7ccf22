import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import { internalEventsOfOrganisations, internalOrganisations, internalTasksOfOrganisations, sessionCookie } from '@leakwatch/contracts';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const row = (name: string, active: boolean) => ({
  id: randomUUID(),
  name,
  tariff_type: 'all_inclusive',
  tariff: 'Standard',
  active,
  trusted: true,
  starts_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2027-01-01T00:00:00.000Z',
  users: 3,
  logo: null,
});
const ROWS = [row('Acme', true), row('Old Corp', false)];
const [ACME] = ROWS;

let gateway: TestGateway | undefined;
const asked: { readonly url: string; readonly body: unknown }[] = [];
afterEach(async () => {
  await gateway?.close();
  asked.length = 0;
});

async function answerTo(request: IncomingMessage): Promise<object> {
  const url = request.url ?? '';
  asked.push({ url, body: request.method === 'POST' ? await json(request) : null });
  if (url.startsWith(internalTasksOfOrganisations.path)) return { counts: { [ACME?.id ?? '']: 7 } };
  if (url.startsWith(internalEventsOfOrganisations.path)) return { counts: { [ACME?.id ?? '']: 1204 } };
  return { count: 12, results: ROWS };
}
const services: RequestListener = (request, response) =>
  void answerTo(request).then((body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)));

async function list(staff: boolean, settings: NodeJS.ProcessEnv = {}, more = '') {
  gateway = await openGateway(services, settings);
  const headers = { cookie: `${sessionCookie(false)}=${await gateway.openSession(staff)}` };
  const reply = await gateway.inject({ method: 'GET', url: `/api/control/organisations/?name=o&limit=2&offset=10${more}`, headers });
  return { status: reply.statusCode, body: reply.json() };
}

it('the list of organisations has the counts of a page from one call of each service', async () => {
  expect(await list(true)).toEqual({
    status: 200,
    body: {
      count: 12,
      results: [
        { ...ROWS[0], tasks: 7, events: 1204 },
        { ...ROWS[1], tasks: 0, events: 0 },
      ],
    },
  });
  const organisations = ROWS.map(({ id }) => id);
  expect(asked).toHaveLength(3);
  expect(asked[0]?.url).toBe(`${internalOrganisations.path}?name=o&limit=2&offset=10`);
  expect(asked.slice(1).map(({ body }) => body)).toEqual([{ organisations }, { organisations }]);
});

it('a sort is passed on, and one that the list does not have is refused here', async () => {
  expect(await list(true, {}, '&sort=-expires_at')).toMatchObject({ status: 200 });
  expect(asked[0]?.url).toBe(`${internalOrganisations.path}?name=o&limit=2&offset=10&sort=-expires_at`);
  await gateway?.close();
  asked.length = 0;
  expect(await list(true, {}, '&sort=tasks')).toMatchObject({ status: 400 });
  expect(asked).toEqual([]);
});

/** Less than the ten seconds after which a service counts as away. */
const SOON_MS = 8_000;

it(
  'a count is null while its service hangs, and is not waited for as long as the rest',
  async () => {
    const hung = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hung, 'listening');
    const address = hung.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    try {
      const { body } = await list(true, { EVENTS_URL: `http://127.0.0.1:${address.port}` });
      expect(body).toMatchObject({ results: [{ events: null, tasks: 7 }, {}] });
    } finally {
      hung.closeAllConnections();
      hung.close();
    }
  },
  SOON_MS,
);

it('a count is null while its service is away', async () => {
  const away = { TASKS_URL: 'http://127.0.0.1:9' };
  expect(await list(true, away)).toMatchObject({
    status: 200,
    body: {
      results: [
        { tasks: null, events: 1204 },
        { tasks: null, events: 0 },
      ],
    },
  });
});

it('is for staff', async () => {
  expect(await list(false)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(asked).toEqual([]);
});
