import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deleteTelegramUser,
  errorAnswer,
  ignoreTelegramUser,
  listTelegramUsers,
  resetTelegramUser,
  type TelegramUser,
} from '@leakwatch/contracts';
import { type Caller, IDENTITY, rows, SCHEDULER, sql } from '@leakwatch/platform';
import type { ChatPerson } from '@leakwatch/simulators';
import { testCaller } from '@leakwatch/testing';
import { TELEGRAM_STATUSES, TELEGRAM_USER_ACTIONS, type TelegramStatus, type TelegramUserAction } from '@leakwatch/vocabulary';
import { raiseEpoch } from '../accounts/account.store.ts';
import type { Person } from '../fixtures/person.fixture.ts';
import {
  connect,
  handled,
  invite,
  makeUser,
  newChat,
  openTestAdminWithBot,
  saidTo,
  telegramOf,
  type TestAdminWithBot,
  URLS,
} from '../fixtures/telegram.fixture.ts';
import { queueTelegram } from '../telegram-notifications/messages/telegram-message.store.ts';

let admin: TestAdminWithBot;
let clerk: Person;
beforeAll(async () => {
  admin = await openTestAdminWithBot();
  clerk = await makeUser(admin);
});
afterAll(() => admin.close());

/** As the gateway would forward a call of staff. */
const call = (route: { method: 'GET' | 'POST' | 'DELETE'; path: string }, id = '', change: Partial<Caller> = {}) =>
  clerk.call(route.method, route.path.replace('{id}', id), undefined, { staff: true, ...change });
const list = async (query: string) =>
  listTelegramUsers.answer.parse((await call({ ...listTelegramUsers, path: listTelegramUsers.path + query })).answer);
const rowOf = async ({ organisation }: Person): Promise<TelegramUser | undefined> => (await list(`?org=${organisation}`)).results[0];
const idOf = async (person: Person) => (await rowOf(person))?.id ?? '';
const ROUTES = { reset: resetTelegramUser, ignore: ignoreTelegramUser, delete: deleteTelegramUser } as const;
const act = (action: TelegramUserAction, id: string) => call(ROUTES[action], id);
const auditOf = (person: Person) =>
  admin.database.inScope(IDENTITY, (em) =>
    rows(
      em,
      sql<{ actor_id: string; detail: object; ip: string }>`select actor_id, detail, ip from admin.audit
        where account_id = ${person.id} and kind = 'telegram_changed_by_staff' order by id`,
    ),
  );

/** A person whose connection has that status, and the chat, where there is one. */
async function inStatus(status: TelegramStatus): Promise<{ person: Person; chat: ChatPerson | null }> {
  const person = await makeUser(admin);
  const chat = newChat();
  if (status === 'start' || status === 'authorization') {
    const { code } = await invite(person);
    if (status === 'authorization') await handled(admin, admin.api.say(chat, `/start ${code}`));
    return { person, chat: status === 'start' ? null : chat };
  }
  await connect(admin, person, chat);
  if (status === 'ignore') await handled(admin, admin.api.block(chat, true));
  if (status === 'muted') await act('ignore', await idOf(person));
  if (status === 'inactive') await act('reset', await idOf(person));
  return { person, chat: status === 'inactive' ? null : chat };
}

const SHOWN = {
  inactive: { status: 'inactive', ignored_by: null },
  start: { status: 'start', ignored_by: null },
  authorization: { status: 'authorization', ignored_by: null },
  active: { status: 'active', ignored_by: null },
  ignore: { status: 'ignore', ignored_by: 'chat' },
  muted: { status: 'ignore', ignored_by: 'staff' },
} as const satisfies Record<TelegramStatus, object>;

describe('the Telegram chats of people', () => {
  it.each(TELEGRAM_STATUSES)('are listed: %s', async (status) => {
    const { person, chat } = await inStatus(status);
    const number = chat === null ? null : String(chat.id);
    expect(await rowOf(person)).toMatchObject({
      ...SHOWN[status],
      company: { id: person.organisation },
      user: { id: person.id, email: person.email },
      telegramUsername: chat === null ? null : `@${chat.username}`,
      telegramUserId: number,
      telegramChatId: number,
    });
  });

  it('are inactive when an invitation is over, and wait for the person when credentials changed', async () => {
    const { person: invited } = await inStatus('authorization');
    await admin.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`update admin.telegram_link set expires = now() where account_id = ${invited.id}`),
    );
    expect(await rowOf(invited)).toMatchObject({ status: 'inactive', telegramChatId: null });
    const { person } = await inStatus('active');
    await admin.database.inScope(IDENTITY, (em) => raiseEpoch(em, person.id));
    expect(await rowOf(person)).toMatchObject({ status: 'authorization' });
  });

  it('are paged, 25 at first, and narrowed to an organisation', async () => {
    const { person } = await inStatus('start');
    expect((await list(`?org=${person.organisation}`)).count).toBe(1);
    expect(await list(`?org=${randomUUID()}`)).toEqual({ count: 0, results: [] });
    const { count, results } = await list('?limit=1&offset=1');
    expect([count > 1, results.length]).toEqual([true, 1]);
    // The last changed first.
    expect((await list('?limit=1')).results).toEqual([await rowOf(person)]);
    expect(listTelegramUsers.query.parse({}).limit).toBe(25);
  });

  it.each(TELEGRAM_STATUSES.flatMap((status) => TELEGRAM_USER_ACTIONS.map((action) => [status, action] as const)))(
    'status %s, action %s: what staff and the person see, what the chat gets, and the record of it',
    async (status, action) => {
      const { person, chat } = await inStatus(status);
      const before = (await auditOf(person)).length;
      const id = await idOf(person);
      const { status: http } = await act(action, id);
      expect(http).toBeLessThan(300);
      const isKept = action === 'ignore' && chat !== null;
      expect(await rowOf(person)).toEqual(
        action === 'delete'
          ? undefined
          : expect.objectContaining({
              ...SHOWN[action === 'ignore' ? 'muted' : 'inactive'],
              telegramChatId: isKept ? String(chat.id) : null,
            }),
      );
      expect(await telegramOf(person)).toMatchObject({
        enabled: action !== 'ignore',
        off_because: action === 'ignore' ? 'staff' : null,
        status: 'inactive',
        telegram_handler: null,
        request: null,
      });
      const records = await auditOf(person);
      expect(records.slice(before)).toEqual([
        {
          actor_id: clerk.id,
          detail: { action, status, ...(chat !== null && { chat: `@${chat.username}` }) },
          ip: expect.any(String),
        },
      ]);
      const invited = await person.call('POST', URLS.invite);
      if (action === 'ignore') expect(errorAnswer.parse(invited.answer).code).toBe('telegram_by_staff');
      else expect(invited.status).toBeLessThan(300);
    },
  );

  it('an ignored person gets nothing, also when the chat stops, blocks and unblocks the bot; after a reset a chat is connected anew', async () => {
    const { person, chat } = await inStatus('active');
    if (chat === null) throw new Error('no chat');
    const said = admin.api.sent.filter(({ chat_id: to }) => to === chat.id).length;
    await act('ignore', await idOf(person));
    await admin.database.inScope(SCHEDULER, (em) => queueTelegram(em, person.id, 'connected', { email: person.email }));
    await handled(admin, admin.api.block(chat, true));
    await handled(admin, admin.api.block(chat, false));
    await handled(admin, admin.api.say(chat, '/stop'));
    const texts = await saidTo(admin, chat, said + 1);
    expect(texts.slice(said).join('\n')).not.toContain(person.email);
    expect((await person.call('POST', URLS.disable)).status).toBeLessThan(300);
    expect(await rowOf(person)).toMatchObject(SHOWN.muted);
    await act('reset', await idOf(person));
    const next = await connect(admin, person);
    expect(await rowOf(person)).toMatchObject({ ...SHOWN.active, telegramChatId: String(next.id) });
  });

  it('an open code of an invitation that staff reset or ignore does not connect a chat', async () => {
    for (const action of TELEGRAM_USER_ACTIONS) {
      const person = await makeUser(admin);
      const { code } = await invite(person);
      await act(action, await idOf(person));
      await handled(admin, admin.api.say(newChat(), `/start ${code}`));
      expect((await telegramOf(person)).status).toBe('inactive');
    }
  });

  it('are for staff alone; an unknown id is 404', async () => {
    const { person } = await inStatus('active');
    const id = await idOf(person);
    for (const route of [listTelegramUsers, ...Object.values(ROUTES)]) {
      expect((await call(route, id, { staff: false })).status).toBe(403);
      if (route !== listTelegramUsers) expect((await call(route, randomUUID())).status).toBe(404);
      if (route !== listTelegramUsers) expect((await call(route, 'nobody')).status).toBe(400);
    }
    expect((await admin.app.inject({ method: 'GET', url: listTelegramUsers.path })).statusCode).toBe(401);
    expect(await rowOf(person)).toMatchObject(SHOWN.active);
    expect((await call(resetTelegramUser, id, testCaller(null))).status).toBe(403);
  });
});
