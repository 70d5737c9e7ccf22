import { randomUUID } from 'node:crypto';
import {
  type AnswerOf,
  type Finding,
  findingsV1,
  listEvents,
  organisationChangesV1,
  type TaskChange,
  taskChangesV1,
} from '@leakwatch/contracts';
import { type Caller, CONSUMER, type Foundation, openFoundation, outgoing } from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment, testCaller, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { makeFinding } from './intake/findings.fixture.ts';
import { eventsService } from './service.ts';

type Message = ReturnType<typeof outgoing>;

/** A task as its messages have it; running, unless changed. */
export const makeTaskChange = (change: Partial<TaskChange> & Pick<TaskChange, 'organisation_id' | 'task_id'>): TaskChange => ({
  version: 1,
  title: 'a task',
  running: true,
  archived: false,
  delete_events: false,
  source_types: ['github'],
  patterns: [],
  filter_keywords: [],
  filter_mode: 'exclude',
  repositories: [],
  ...change,
});

/** The events service over a database of its own, and what its tests say to it. */
export async function openEvents(environment?: TestEnvironment) {
  const own = environment ?? (await createTestEnvironment());
  const foundation: Foundation = await openFoundation(eventsService, own.env);
  // Stored events are examined, indexed and added up by rounds, which would change what a test writes by itself.
  const app = await buildTestService(eventsService, foundation, { timers: false });
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const publish = (messages: Message[]) => foundation.database.inScope(CONSUMER, (em) => foundation.bus.publish(em, messages));
  const settled = () => waitUntil('the bus', async () => (await foundation.bus.lag('events')) === 0);
  const publishTask = (change: Parameters<typeof makeTaskChange>[0]) => publish([outgoing(taskChangesV1, makeTaskChange(change))]);
  return {
    app,
    foundation,
    environment: own,
    publish,
    settled,
    publishTask,
    /** Makes one event at each path. */
    find: async (of: Pick<Finding, 'organisation_id' | 'task_id'>, paths: readonly string[], change: Partial<Finding> = {}) => {
      await publish(paths.map((path) => outgoing(findingsV1, makeFinding({ ...of, path, ...change }))));
      await settled();
    },
    /** Deletes a task with its events, as the message of the tasks service does. */
    deleteTask: async (of: Pick<Finding, 'organisation_id' | 'task_id'>, version = 2) => {
      await publishTask({ ...of, version, running: false, archived: true, delete_events: true });
      await settled();
    },
    get: (caller: Caller, url: string) => app.inject({ method: 'GET', url, headers: callerHeaders(caller) }),
    call: (caller: Caller, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      app.inject({ method, url, headers: callerHeaders(caller), ...(payload && { payload }) }),
    list: async (caller: Caller, query = ''): Promise<AnswerOf<typeof listEvents>> => {
      const answer = await app.inject({
        method: 'GET',
        url: `/api/events/?status=all&limit=100${query}`,
        headers: callerHeaders(caller),
      });
      return listEvents.answer.parse(answer.json());
    },
    close: async () => {
      await app.close();
      if (environment === undefined) await own.drop();
    },
  };
}

/** Publishes an organisation to the events service, as admin does. */
export const publishOrganisation = (events: Awaited<ReturnType<typeof openEvents>>, organisation_id: string, active = true, version = 1) =>
  events.publish([
    outgoing(organisationChangesV1, {
      organisation_id,
      version,
      name: 'o',
      active,
      trusted: true,
      custom_time_limitations: false,
      deleted: false,
      starts_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2027-01-01T00:00:00.000Z',
      tariff: null,
    }),
  ]);

/** An organisation with a task that the events service knows, and its user. */
export async function makeOwner(events: Awaited<ReturnType<typeof openEvents>>) {
  const of = { organisation_id: randomUUID(), task_id: randomUUID() };
  await events.publishTask(of);
  return { of, user: testCaller(of.organisation_id), service: testCaller(of.organisation_id, { service: 'gateway' }) };
}
