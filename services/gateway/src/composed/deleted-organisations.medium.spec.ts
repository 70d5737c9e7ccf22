import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import {
  internalDeletedOrganisations,
  internalEventRemains,
  internalMirrorRemains,
  internalReportRemains,
  internalTaskRemains,
  listDeletedOrganisations,
  sessionCookie,
} from '@leakwatch/contracts';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const ID = randomUUID();
const UNTIL = '2026-12-26T00:00:00.000Z';
const shown = { id: ID, name: 'Romashka', deleted_at: '2026-11-26T00:00:00.000Z', by: 'anna@example.org', cascade: true };
const rest = (part: string, open: boolean, left: number, until: string | null = null) => ({ part, open, left, until });
const ROW = { ...shown, version: 7, people: rest('people', false, 0) };
const REMAINS: Readonly<Record<string, readonly object[]>> = {
  [internalTaskRemains.path]: [rest('tasks', true, 4)],
  [internalEventRemains.path]: [rest('events', false, 12, UNTIL), rest('content', false, 3, UNTIL)],
  [internalReportRemains.path]: [rest('reports', false, 0)],
  [internalMirrorRemains.path]: [rest('mirrors', false, 1, UNTIL)],
};

let gateway: TestGateway | undefined;
const asked: { readonly url: string; readonly body: unknown }[] = [];
afterEach(async () => {
  await gateway?.close();
  asked.length = 0;
});

async function answerTo(request: IncomingMessage): Promise<object> {
  const url = request.url ?? '';
  asked.push({ url, body: request.method === 'POST' ? await json(request) : null });
  if (url.startsWith(internalDeletedOrganisations.path)) return { count: 5, results: [ROW] };
  return { remains: { [ID]: REMAINS[url] } };
}
const services: RequestListener = (request, response) =>
  void answerTo(request).then((body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)));

async function list(staff: boolean, settings: NodeJS.ProcessEnv = {}) {
  gateway = await openGateway(services, settings);
  const headers = { cookie: `${sessionCookie(false)}=${await gateway.openSession(staff)}` };
  const reply = await gateway.inject({ method: 'GET', url: `${listDeletedOrganisations.path}?limit=1&offset=2`, headers });
  return { status: reply.statusCode, body: reply.json() };
}

it('a deleted organisation has each part with its state, from one call of each service', async () => {
  expect(await list(true)).toEqual({
    status: 200,
    body: {
      count: 5,
      results: [
        {
          ...shown,
          parts: [
            { part: 'people', state: 'done', left: 0, until: null },
            { part: 'tasks', state: 'waiting', left: 4, until: null },
            { part: 'events', state: 'kept', left: 12, until: UNTIL },
            { part: 'content', state: 'kept', left: 3, until: UNTIL },
            { part: 'reports', state: 'done', left: 0, until: null },
            { part: 'mirrors', state: 'kept', left: 1, until: UNTIL },
          ],
        },
      ],
    },
  });
  expect(asked[0]?.url).toBe(`${internalDeletedOrganisations.path}?limit=1&offset=2`);
  expect(asked.slice(1).map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => ({ organisations: [{ id: ID, version: 7 }] })));
});

it('the parts of a service that is away are unknown', async () => {
  const { body } = await list(true, { EVENTS_URL: 'http://127.0.0.1:9' });
  const [found] = listDeletedOrganisations.answer.parse(body).results;
  expect(found?.parts.filter(({ state }) => state === 'unknown').map(({ part }) => part)).toEqual(['events', 'content']);
});

it('is for staff', async () => {
  expect(await list(false)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(asked).toEqual([]);
});
