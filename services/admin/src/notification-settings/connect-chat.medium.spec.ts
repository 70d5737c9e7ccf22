import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IDENTITY, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { raiseEpoch } from '../accounts/account.store.ts';
import { queueTelegram } from '../telegram-notifications/messages/telegram-message.store.ts';
import {
  allow,
  type TestAdminWithBot,
  connect,
  handled,
  invite,
  makeUser,
  newChat,
  openTestAdminWithBot,
  saidTo,
  settingsOf,
  telegramOf,
  URLS,
} from '../fixtures/telegram.fixture.ts';

let testAdmin: TestAdminWithBot;
beforeAll(async () => {
  testAdmin = await openTestAdminWithBot();
});
afterAll(() => testAdmin.close());

const linkRows = (account: string) =>
  testAdmin.database.inScope(IDENTITY, (em) =>
    rows(em, sql<{ text: string }>`select row_to_json(l)::text as text from admin.telegram_link l where account_id = ${account}`),
  );
const kindsOf = (account: string) =>
  testAdmin.database.inScope(IDENTITY, (em) =>
    rows(em, sql<{ kind: string }>`select kind from admin.audit where account_id = ${account} order by id`),
  );

describe('connecting a chat', () => {
  it('goes from inactive through start and authorization to active', async () => {
    const person = await makeUser(testAdmin);
    const chat = newChat({ username: 'irina_p', language_code: 'ru' });
    expect(await telegramOf(person)).toMatchObject({
      enabled: true,
      off_because: null,
      status: 'inactive',
      invite_link: null,
      request: null,
    });
    const { code, request } = await invite(person);
    const started = await telegramOf(person);
    expect(started).toMatchObject({ status: 'start', invite_link: `https://t.me/${testAdmin.api.username}?start=${code}`, request });
    expect(Buffer.from(started.invite_qr ?? '', 'base64').toString('utf8')).toMatch(/^<svg /);
    await handled(testAdmin, testAdmin.api.say(chat, `/start ${code}`));
    expect(await telegramOf(person)).toMatchObject({
      status: 'authorization',
      telegram_handler: '@irina_p',
      invite_link: null,
      invite_qr: null,
      request,
    });
    // The account's language is Russian.
    expect((await saidTo(testAdmin, chat, 1))[0]).toMatch(/Осталось подтвердить/);
    expect((await person.call('POST', URLS.confirm, { request })).status).toBeLessThan(300);
    expect(await telegramOf(person)).toMatchObject({ status: 'active', telegram_handler: '@irina_p', request: null, expires: null });
    expect((await saidTo(testAdmin, chat, 2))[1]).toContain(person.email);
    expect((await kindsOf(person.id)).map(({ kind }) => kind)).toContain('telegram_connected');
    const mails = await testAdmin.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`select 1 from admin.mail where account_id = ${person.id} and kind = 'telegram_connected'`),
    );
    expect(mails).toHaveLength(1);
  });

  it('stores no code that could be read from the database', async () => {
    const person = await makeUser(testAdmin);
    const { code } = await invite(person);
    expect(JSON.stringify(await linkRows(person.id))).not.toContain(code);
    expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('accepts a code once, also from 20 chats at once', async () => {
    const person = await makeUser(testAdmin);
    const { code } = await invite(person);
    const chats = Array.from({ length: 20 }, () => newChat());
    const updates = chats.map((chat) => testAdmin.api.say(chat, `/start ${code}`));
    await handled(testAdmin, Math.max(...updates));
    const answers = await Promise.all(chats.map(async (chat) => (await saidTo(testAdmin, chat, 1))[0]));
    expect(answers.filter((text) => text?.includes('Осталось'))).toHaveLength(1);
    expect(answers.filter((text) => text?.includes('has been used'))).toHaveLength(19);
  });

  it('shows the name of a stranger who has the code, and sends nothing before the person confirms', async () => {
    const person = await makeUser(testAdmin);
    const thief = newChat({ username: 'somebody_else' });
    const { code, request } = await invite(person);
    await handled(testAdmin, testAdmin.api.say(thief, `/start ${code}`));
    expect((await telegramOf(person)).telegram_handler).toBe('@somebody_else');
    await testAdmin.database.inScope(IDENTITY, (em) => queueTelegram(em, person.id, 'connected', { email: 'secret@corp.example' }));
    await person.call('POST', URLS.disable);
    expect((await telegramOf(person)).status).toBe('inactive');
    expect((await person.call('POST', URLS.confirm, { request })).code).toBe('telegram_request_over');
    await saidTo(testAdmin, thief, 1);
    expect(testAdmin.api.sent.filter(({ chat_id: id }) => id === thief.id)).toHaveLength(1);
  });

  it('a confirmation is valid for the request that was shown, and for the own account only', async () => {
    const [person, other] = [await makeUser(testAdmin), await makeUser(testAdmin)];
    const first = await invite(person);
    await handled(testAdmin, testAdmin.api.say(newChat(), `/start ${first.code}`));
    expect((await other.call('POST', URLS.confirm, { request: first.request })).code).toBe('telegram_request_over');
    const second = await invite(person);
    expect((await person.call('POST', URLS.confirm, { request: first.request })).code).toBe('telegram_request_over');
    expect((await person.call('POST', URLS.confirm, { request: second.request })).code).toBe('telegram_request_over');
    const late = newChat();
    await handled(testAdmin, testAdmin.api.say(late, `/start ${first.code}`));
    expect((await saidTo(testAdmin, late, 1))[0]).toContain('has been used');
  });

  it.each(['active', 'ignore'] as const)(
    'pauses a chat (%s) when credentials change or sessions end, until it is confirmed again',
    async (status) => {
      const person = await makeUser(testAdmin);
      const chat = await connect(testAdmin, person);
      await testAdmin.database.inScope(IDENTITY, async (em) => {
        await rows(em, sql`update admin.telegram_link set status = ${status} where account_id = ${person.id}`);
        await raiseEpoch(em, person.id);
      });
      const paused = await telegramOf(person);
      expect(paused).toMatchObject({ status: 'authorization', paused: true, expires: null });
      const sent = testAdmin.api.sent.filter(({ chat_id: id }) => id === chat.id).length;
      await testAdmin.database.inScope(IDENTITY, (em) => queueTelegram(em, person.id, 'connected', { email: 'secret@corp.example' }));
      const other = await makeUser(testAdmin);
      expect((await other.call('POST', URLS.confirm, { request: paused.request })).code).toBe('telegram_request_over');
      await connect(testAdmin, other);
      expect(testAdmin.api.sent.filter(({ chat_id: id }) => id === chat.id)).toHaveLength(sent);
      expect((await person.call('POST', URLS.confirm, { request: paused.request })).status).toBeLessThan(300);
      expect(await telegramOf(person)).toMatchObject({ status, paused: false });
      expect((await person.call('POST', URLS.confirm, { request: paused.request })).code).toBe('telegram_request_over');
    },
  );

  it.each(['code', 'confirmation'] as const)('refuses a %s that has expired or is of an earlier epoch', async (which) => {
    for (const spoil of ['time', 'epoch'] as const) {
      const person = await makeUser(testAdmin);
      const chat = newChat();
      const { code, request } = await invite(person);
      if (which === 'confirmation') await handled(testAdmin, testAdmin.api.say(chat, `/start ${code}`));
      await testAdmin.database.inScope(IDENTITY, async (em) => {
        if (spoil === 'epoch') await raiseEpoch(em, person.id);
        else await rows(em, sql`update admin.telegram_link set expires = now() where account_id = ${person.id}`);
      });
      if (which === 'code') await handled(testAdmin, testAdmin.api.say(chat, `/start ${code}`));
      expect((await telegramOf(person)).status).toBe('inactive');
      expect((await person.call('POST', URLS.confirm, { request })).code).toBe('telegram_request_over');
    }
  });

  it('is refused at each step where the organisation does not allow it', async () => {
    const person = await makeUser(testAdmin, false);
    expect(await telegramOf(person)).toMatchObject({ enabled: false, off_because: 'organisation', status: 'inactive' });
    expect(await person.call('POST', URLS.invite)).toMatchObject({ status: 403, code: 'telegram_by_organisation' });
    await allow(testAdmin, person, true);
    const { code, request } = await invite(person);
    await allow(testAdmin, person, false);
    const chat = newChat();
    await handled(testAdmin, testAdmin.api.say(chat, `/start ${code}`));
    expect((await saidTo(testAdmin, chat, 1))[0]).toContain('has been used');
    await allow(testAdmin, person, true);
    await handled(testAdmin, testAdmin.api.say(chat, `/start ${code}`));
    await allow(testAdmin, person, false);
    expect(await person.call('POST', URLS.confirm, { request })).toMatchObject({ status: 403, code: 'telegram_by_organisation' });
  });

  it('a new link does not replace a connected chat: it has to be disconnected first', async () => {
    const person = await makeUser(testAdmin);
    await connect(testAdmin, person);
    expect(await person.call('POST', URLS.invite)).toMatchObject({ status: 409, code: 'telegram_connected' });
    await person.call('POST', URLS.disable);
    expect((await invite(person)).code).toHaveLength(43);
    expect((await kindsOf(person.id)).map(({ kind }) => kind)).toContain('telegram_disconnected');
  });

  it('messages for a disconnected chat, or of an organisation that no longer allows Telegram, are not sent', async () => {
    const person = await makeUser(testAdmin);
    const chat = await connect(testAdmin, person);
    await allow(testAdmin, person, false);
    await testAdmin.database.inScope(IDENTITY, (em) => queueTelegram(em, person.id, 'connected', { email: 'x@corp.example' }));
    const asked = newChat();
    testAdmin.api.say(asked, 'hello');
    await saidTo(testAdmin, asked, 1);
    expect(testAdmin.api.sent.filter(({ chat_id: id }) => id === chat.id)).toHaveLength(2);
  });
});

it('notifications by mail are off until they are enabled', async () => {
  const person = await makeUser(testAdmin);
  expect((await settingsOf(person)).email_notifications).toEqual({ enabled: false });
  await person.call('PATCH', URLS.email, { email_notifications: true });
  expect((await settingsOf(person)).email_notifications).toEqual({ enabled: true });
  expect((await person.call('PATCH', URLS.email, { email_notifications: 'yes' })).status).toBe(400);
});
