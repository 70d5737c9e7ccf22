import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger, Database, openFoundation, rows, sql, STAFF } from '@leakwatch/platform';
import { startTelegramBotApi, type TelegramBotApi } from '@leakwatch/simulators';
import { buildTestService, createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { adminService } from '../../service.ts';
import { newChat } from '../../fixtures/telegram.fixture.ts';

let environment: TestEnvironment;
let api: TelegramBotApi;
let database: Database;
const logger = createLogger('test', 'silent');

beforeAll(async () => {
  api = await startTelegramBotApi();
  environment = await createTestEnvironment({ TELEGRAM_BOT_API_URL: api.url, TELEGRAM_BOT_TOKEN: api.token });
  database = await Database.open({ url: environment.databaseUrl, service: 'admin', pool: 2 });
});
afterAll(async () => {
  await database.close();
  await environment.drop();
  await api.close();
});

/** One process of the admin service. */
async function start() {
  const foundation = await openFoundation(adminService, environment.env);
  const app = await buildTestService(adminService, { ...foundation, logger });
  await app.init();
  return app;
}

const answers = (chat: number) => api.sent.filter(({ chat_id: id }) => id === chat).length;
const answered = (chat: number, count = 1) => waitUntil(`${count} answers`, async () => answers(chat) >= count);
const polls = () => api.calls.filter(({ method }) => method === 'getUpdates');
const nextOffset = () =>
  database.inScope(STAFF, async (em) =>
    Number((await rows(em, sql<{ next_offset: string }>`select next_offset from admin.telegram_bot`))[0]?.next_offset ?? 0),
  );

it('an update is handled once, by any process, across restarts', async () => {
  const first = await start();
  const [one, two, three] = [newChat(), newChat(), newChat()];
  api.say(one, 'hello');
  await answered(one.id);
  await first.close();
  const waits = api.say(two, 'hello while nobody reads');
  const second = await start();
  await answered(two.id);
  const third = await start();
  const update = api.say(three, 'hello to two of them');
  await answered(three.id);
  await waitUntil('the offset', async () => (await nextOffset()) === update + 1);
  await second.close();
  // The process without the lease takes over.
  const four = newChat();
  api.say(four, 'hello');
  await answered(four.id);
  await third.close();
  expect([one, two, three, four].map(({ id }) => answers(id))).toEqual([1, 1, 1, 1]);
  expect(waits).toBeLessThan(update);
  // Each poll began after the last handled update, and no two were open at once: the simulator would answer 409.
  const offsets = polls().map(({ body }) => Number(body['offset'] ?? 0));
  expect([...offsets].sort((a, b) => a - b)).toEqual(offsets);
});

it('a process that lost the lease does not handle the updates that it has read', async () => {
  const app = await start();
  await waitUntil('a poll', async () => polls().length > 0);
  const before = await nextOffset();
  await database.inScope(STAFF, (em) =>
    rows(em, sql`update admin.telegram_bot set holder = gen_random_uuid(), lease_ends = now() + interval '3 seconds'`),
  );
  const chat = newChat();
  api.say(chat, 'hello');
  // It acquires the lease again when the other one has expired, and then answers once.
  await new Promise((go) => setTimeout(go, 500));
  expect(await nextOffset()).toBe(before);
  await answered(chat.id);
  expect(answers(chat.id)).toBe(1);
  await app.close();
});

it('a pause that Telegram asks for is kept, also by the next process', async () => {
  const app = await start();
  const chat = newChat();
  api.behaviour = { kind: 'limited', seconds: 3, method: 'sendMessage' };
  api.say(chat, 'hello');
  const pausedUntil = await waitUntil('the pause', async () => {
    const [bot] = await database.inScope(STAFF, (em) =>
      rows(em, sql<{ paused_until: Date }>`select paused_until from admin.telegram_bot where paused_until > now() + interval '1 second'`),
    );
    return bot?.paused_until;
  });
  api.behaviour = { kind: 'plain' };
  await app.close();
  const asked = api.calls.length;
  const next = await start();
  await answered(chat.id);
  expect(Date.now()).toBeGreaterThanOrEqual(pausedUntil.getTime());
  expect(api.calls.slice(asked).filter(({ method }) => method === 'sendMessage')).toHaveLength(1);
  await next.close();
});

it.each(['down', 'broken_json', 'telling'] as const)('continues after the Bot API was %s', async (kind) => {
  const app = await start();
  api.behaviour = { kind };
  const asked = api.calls.length;
  await waitUntil('a failed call', async () => api.calls.length > asked || (api.push({}) > 0 && false));
  api.behaviour = { kind: 'plain' };
  const chat = newChat();
  api.say(chat, 'hello');
  await answered(chat.id);
  await app.close();
});

it('accepts lower update numbers after a week without updates', async () => {
  await database.inScope(STAFF, (em) =>
    rows(em, sql`update admin.telegram_bot set handled = now() - interval '7 days', next_offset = 900000`),
  );
  api.jumpTo(500);
  const app = await start();
  const chat = newChat();
  const update = api.say(chat, 'hello');
  await answered(chat.id);
  expect(update).toBe(500);
  expect(await nextOffset()).toBe(501);
  await app.close();
});
