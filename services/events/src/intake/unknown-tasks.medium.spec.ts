import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import { findingsV1, internalTask, type TaskChange } from '@leakwatch/contracts';
import { CALLER_HEADER, CallerSigner, outgoing, soleKey } from '@leakwatch/platform';
import { createTestEnvironment, testCaller, type TestEnvironment, waitUntil, TEST_SECRET } from '@leakwatch/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeOwner, makeTaskChange, openEvents } from '../events.fixture.ts';
import { makeFinding } from './findings.fixture.ts';

/** The tasks service's answers to signed callers: its tasks, 404 for others, 503 while it is away. */
const known = new Map<string, TaskChange>();
let away = false;
let server: Server;
let environment: TestEnvironment;
let events: Awaited<ReturnType<typeof openEvents>>;

beforeAll(async () => {
  const [before = ''] = internalTask.path.split('{id}');
  server = createServer((request, response) => {
    const answer = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body));
    if (away) return answer(503, { code: 'unavailable' });
    const signer = new CallerSigner(soleKey(TEST_SECRET));
    const target = { service: 'tasks', method: String(request.method), url: String(request.url) };
    if (signer.open(String(request.headers[CALLER_HEADER]), target).service !== 'events') return answer(403, { code: 'forbidden' });
    const task = known.get((request.url ?? '').slice(before.length).replaceAll('/', ''));
    return task === undefined ? answer(404, { code: 'not_found' }) : answer(200, task);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  environment = await createTestEnvironment({ TASKS_URL: url });
  events = await openEvents(environment);
});
afterAll(async () => {
  await events.close();
  await environment.drop();
  server.closeAllConnections();
  server.close();
});

const pathsOf = async (organisation: string) =>
  (await events.list(testCaller(organisation))).results.map(({ file_path }) => file_path).sort();

it('asks the tasks service for a task whose message did not arrive', async () => {
  const of = { organisation_id: randomUUID(), task_id: randomUUID() };
  known.set(of.task_id, makeTaskChange({ ...of, filter_keywords: ['romashka'] }));
  await events.find(of, ['a.env']);
  const { results } = await events.list(testCaller(of.organisation_id));
  expect(results.map(({ file_path, status }) => ({ file_path, status }))).toEqual([{ file_path: 'a.env', status: 'auto_filtered' }]);
});

it('a finding of a task that does not exist is a dead letter, and what is behind it becomes an event', async () => {
  const { of } = await makeOwner(events);
  // The findings may overtake the message of their task; the tasks service has had it from the beginning.
  known.set(of.task_id, makeTaskChange(of));
  const nowhere = { ...of, task_id: randomUUID() };
  await events.publish([
    outgoing(findingsV1, makeFinding({ ...of, path: 'before.env' })),
    outgoing(findingsV1, makeFinding({ ...nowhere, path: 'lost.env' })),
    outgoing(findingsV1, makeFinding({ ...of, path: 'behind.env' })),
  ]);
  await events.settled();
  expect(await pathsOf(of.organisation_id)).toEqual(['before.env', 'behind.env']);
  const dead = await events.foundation.bus.deadLetters('events');
  expect(dead.map(({ payload, reason }) => ({ path: findingsV1.schema.parse(payload).path, reason }))).toEqual([
    { path: 'lost.env', reason: expect.stringContaining('task_unknown') },
  ]);

  // After the task is there, an operator replays it.
  known.set(nowhere.task_id, makeTaskChange(nowhere));
  await events.foundation.bus.replay('events');
  await waitUntil('the replay', async () => (await pathsOf(of.organisation_id)).includes('lost.env'));
});

it('waits while the tasks service is away, and loses nothing', async () => {
  const of = { organisation_id: randomUUID(), task_id: randomUUID() };
  known.set(of.task_id, makeTaskChange(of));
  away = true;
  await events.publish([outgoing(findingsV1, makeFinding({ ...of, path: 'waits.env' }))]);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await pathsOf(of.organisation_id)).toEqual([]);
  away = false;
  await events.settled();
  expect(await pathsOf(of.organisation_id)).toEqual(['waits.env']);
  expect(await events.foundation.bus.deadLetters('events')).toEqual([]);
});
