import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach } from '@jest/globals';
import { type AnswerOf, createWebhook, listWebhookDeliveries, listWebhooks, type WebhookDelivery } from '@leakwatch/contracts';
import { createLogger, openFoundation, openRedis, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { buildTestService, createTestEnvironment, waitUntil } from '@leakwatch/testing';
import type { WebhookFormat } from '@leakwatch/vocabulary';
import { openEvents, publishOrganisation } from '../../../events/src/events.fixture.ts';
import { makePerson, type Person } from '../fixtures/person.fixture.ts';
import { adminService } from '../service.ts';
import { startReceiver } from './receiver.fixture.ts';

const OPEN = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };

/** The admin service beside the real events service, over one database, Redis and bus. */
export async function openWebhooks(env: NodeJS.ProcessEnv = OPEN) {
  const environment = await createTestEnvironment(env);
  const events = await openEvents(environment);
  await events.app.listen(0, '127.0.0.1');
  environment.env['EVENTS_URL'] = await events.app.getUrl();
  const foundation = await openFoundation(adminService, environment.env);
  const app = await buildTestService(adminService, foundation);
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const redis = openRedis(foundation.settings.REDIS_URL, createLogger('test', 'silent'), 'waits');
  const testAdmin = { app, redis, database: foundation.database, env: environment.env, close: async () => undefined };
  const settled = () => waitUntil('the bus', async () => (await foundation.bus.lag('admin')) === 0);
  return {
    app,
    events,
    foundation,
    environment,
    settled,
    /** A signed-in person of an organisation whose task the events service knows. */
    person: async () => {
      const person = await makePerson(testAdmin);
      await person.enter();
      const of = { organisation_id: person.organisation, task_id: randomUUID() };
      await publishOrganisation(events, of.organisation_id);
      await events.publishTask(of);
      await events.settled();
      return { person, of };
    },
    create: async (person: Person, url: string, format: WebhookFormat = 'plain', wanted = ['event.created', 'event.status_changed']) => {
      const { status, answer } = await person.call('POST', '/api/webhooks/', { url, events: wanted, format });
      if (status !== 200) throw new Error(JSON.stringify(answer));
      return createWebhook.answer.parse(answer);
    },
    list: async (person: Person): Promise<AnswerOf<typeof listWebhooks>['results']> =>
      listWebhooks.answer.parse((await person.call('GET', '/api/webhooks/')).answer).results,
    log: async (person: Person, id: string): Promise<WebhookDelivery[]> =>
      listWebhookDeliveries.answer.parse((await person.call('GET', `/api/webhooks/${id}/deliveries/?limit=100`)).answer).results,
    /** Lets what waits for its next attempt be tried now, after the attempts that are under way: one that fails later would hold its webhook. */
    retryNow: async () => {
      const underWay = sql`select id from admin.webhook_delivery where claimed_until > clock_timestamp()`;
      await waitUntil('attempts that are under way', async () => {
        const found = await foundation.database.inScope(SCHEDULER, (em) => rows(em, underWay));
        return found.length === 0;
      });
      await foundation.database.inScope(SCHEDULER, async (em) => {
        await rows(em, sql`update admin.webhook set held_until = null`);
        await rows(em, sql`update admin.webhook_delivery set due = now() where status = 'pending' and claimed_until is null`);
      });
    },
    sql: <T>(statement: ReturnType<typeof sql<T>>) => foundation.database.inScope(SCHEDULER, (em) => rows(em, statement)),
    close: async () => {
      redis.disconnect();
      await app.close();
      await events.close();
      await environment.drop();
    },
  };
}
export type Webhooks = Awaited<ReturnType<typeof openWebhooks>>;

/** The services with a receiver that takes everything, for all tests of a file; called while the file is loaded. */
export async function openWebhookStage() {
  const [webhooks, receiver] = await Promise.all([openWebhooks(), startReceiver()]);
  afterAll(async () => {
    await webhooks.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.state.answer = (response) => void response.end('ok');
  });
  return {
    webhooks,
    receiver,
    arrived: (count: number) => waitUntil(`${count} deliveries`, async () => receiver.received.length >= count, 30_000),
    logged: (person: Person, id: string, fits: (one: WebhookDelivery) => boolean) =>
      waitUntil('the log', async () => (await webhooks.log(person, id)).find(fits) ?? false, 30_000),
    refusal: async (person: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
      const { status, code, answer } = await person.call(method, `/api/webhooks/${path}`, body);
      return { status, code, fields: answer['fields'] };
    },
  };
}
