import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IDENTITY, rows, sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { queueTelegram } from '../messages/telegram-message.store.ts';
import {
  type TestAdminWithBot,
  connect,
  handled,
  invite,
  makeUser,
  newChat,
  openTestAdminWithBot,
  saidTo,
  telegramOf,
  URLS,
} from '../../fixtures/telegram.fixture.ts';

let testAdmin: TestAdminWithBot;
beforeAll(async () => {
  testAdmin = await openTestAdminWithBot();
});
afterAll(() => testAdmin.close());

describe('a chat', () => {
  it('disconnects from all accounts with /stop, and gets an answer when it is not connected', async () => {
    const [one, two] = [await makeUser(testAdmin), await makeUser(testAdmin)];
    const chat = await connect(testAdmin, one);
    await connect(testAdmin, two, chat);
    await handled(testAdmin, testAdmin.api.say(chat, '/stop'));
    expect((await telegramOf(one)).status).toBe('inactive');
    expect((await telegramOf(two)).status).toBe('inactive');
    const trail = await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(em, sql`select 1 from admin.audit where account_id = ${one.id} and kind = 'telegram_disconnected'`),
    );
    expect(trail).toHaveLength(1);
    const stranger = newChat();
    testAdmin.api.say(stranger, '/stop');
    expect((await saidTo(testAdmin, stranger, 1))[0]).toContain('not connected');
  });

  it('that waits for confirmation is removed with /stop as well', async () => {
    const person = await makeUser(testAdmin);
    const chat = newChat();
    const { code, request } = await invite(person);
    testAdmin.api.say(chat, `/start ${code}`);
    await handled(testAdmin, testAdmin.api.say(chat, '/stop'));
    expect((await person.call('POST', URLS.confirm, { request })).code).toBe('telegram_request_over');
  });

  it('that blocks the bot has the status ignore, and active again after unblocking it', async () => {
    const person = await makeUser(testAdmin);
    const chat = await connect(testAdmin, person);
    await handled(testAdmin, testAdmin.api.block(chat, true));
    expect(await telegramOf(person)).toMatchObject({ status: 'ignore', telegram_handler: `@person_${chat.id}` });
    await handled(testAdmin, testAdmin.api.block(chat, false));
    expect((await telegramOf(person)).status).toBe('active');
    // Noticed when a message is sent, not as an update.
    await handled(testAdmin, testAdmin.api.block(chat, true));
    await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(em, sql`update admin.telegram_link set status = 'active' where account_id = ${person.id}`),
    );
    await testAdmin.database.inScope(IDENTITY, (em) => queueTelegram(em, person.id, 'connected', { email: 'x' }));
    await waitUntil('ignore', async () => (await telegramOf(person)).status === 'ignore');
  });

  it.each([
    ['nothing', ''],
    ['an empty code', '/start '],
    ['a made-up code', `/start ${'A'.repeat(43)}`],
    ['a code of another shape', "/start ' or 1=1 --"],
    ['a NUL', '/start \u0000'],
    ['a lone surrogate', '\ud800'],
    ['a very long text', 'x'.repeat(100_000)],
  ])('that writes %s gets an answer, and is not connected', async (_, text) => {
    const chat = newChat();
    await handled(testAdmin, testAdmin.api.say(chat, text));
    expect(await saidTo(testAdmin, chat, 1)).toHaveLength(1);
    const found = await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(em, sql`select 1 from admin.telegram_link where chat_id = ${chat.id}`),
    );
    expect(found).toHaveLength(0);
  });

  it('with an unusable name is shown by its number', async () => {
    const person = await makeUser(testAdmin);
    const { code } = await invite(person);
    const chat = newChat({ username: undefined, first_name: '\u202e\u0000<b>@admin</b>\ud800', last_name: '\u200b\n'.repeat(500) });
    await handled(testAdmin, testAdmin.api.say(chat, `/start ${code}`));
    expect((await telegramOf(person)).telegram_handler).toBe(`<b>@admin</b> (id ${chat.id})`);
  });

  it('that is a group gets nothing, and the code stays valid', async () => {
    const person = await makeUser(testAdmin);
    const { code } = await invite(person);
    const [inGroup, alone] = [newChat(), newChat()];
    await handled(testAdmin, testAdmin.api.say(inGroup, `/start ${code}`, -100_200));
    expect((await telegramOf(person)).status).toBe('start');
    await handled(testAdmin, testAdmin.api.say(alone, `/start ${code}`));
    expect((await telegramOf(person)).status).toBe('authorization');
    expect(testAdmin.api.sent.some(({ chat_id: id }) => id === -100_200)).toBe(false);
  });

  it('over the rate limit gets no answers, and can still disconnect', async () => {
    const person = await makeUser(testAdmin);
    const chat = await connect(testAdmin, person);
    const updates = Array.from({ length: 40 }, () => testAdmin.api.say(chat, 'hello'));
    await handled(testAdmin, Math.max(...updates));
    await handled(testAdmin, testAdmin.api.say(chat, '/stop'));
    expect((await telegramOf(person)).status).toBe('inactive');
    const other = newChat();
    testAdmin.api.say(other, 'hello');
    await saidTo(testAdmin, other, 1);
    // The limit is 20 in ten minutes; one of them was /start.
    expect(testAdmin.api.sent.filter(({ chat_id: id }) => id === chat.id).length).toBeLessThanOrEqual(21);
  });
});

describe('updates that the bot ignores', () => {
  it.each([
    { edited_message: { text: '/stop' } },
    { message: null },
    { message: { from: { id: 'x' }, chat: {}, text: 5 } },
    { message: { from: { id: 1, is_bot: true, first_name: 'b' }, chat: { id: 1, type: 'private' }, text: '/start' } },
    { channel_post: { chat: { id: -5, type: 'channel' }, text: '/start' } },
    { my_chat_member: { chat: { id: -5, type: 'group' }, new_chat_member: { status: 'member' } } },
  ])('%j is ignored', async (update) => {
    const id = testAdmin.api.push(update);
    await handled(testAdmin, id);
    const chat = newChat();
    testAdmin.api.say(chat, 'hello');
    expect(await saidTo(testAdmin, chat, 1)).toHaveLength(1);
  });
});
