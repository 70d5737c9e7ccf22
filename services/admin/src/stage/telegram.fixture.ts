import { rows, sql, STAFF } from '@leakwatch/platform';
import { type ChatPerson, startTelegramBotApi, type TelegramBotApi } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import { getNotificationSettings, inviteTelegram } from '@leakwatch/contracts';
import { makePerson, openTestAdmin, type Person, type TestAdmin } from './person.fixture.ts';

const CONTROL = '/api/control/accounts';
export const URLS = {
  get: '/api/profile/notifications/',
  invite: `${CONTROL}/generate_telegram_invite_link/`,
  confirm: `${CONTROL}/confirm_telegram_notifications/`,
  disable: `${CONTROL}/disable_telegram_notifications/`,
  email: `${CONTROL}/email_notifications/`,
} as const;

/** The admin service with a bot on a simulated Bot API. */
export interface TestAdminWithBot extends TestAdmin {
  readonly api: TelegramBotApi;
}

export async function openTestAdminWithBot(env: NodeJS.ProcessEnv = {}): Promise<TestAdminWithBot> {
  const api = await startTelegramBotApi();
  const testAdmin = await openTestAdmin({ TELEGRAM_BOT_API_URL: api.url, TELEGRAM_BOT_TOKEN: api.token, ...env });
  await waitUntil('the bot to be reached', async () => api.calls.some(({ method }) => method === 'getUpdates'));
  const close = async () => {
    await testAdmin.close();
    await api.close();
  };
  return { ...testAdmin, api, close };
}

let lastChat = 5_000;
export function newChat(change: Partial<ChatPerson> = {}): ChatPerson {
  lastChat += 1;
  return { id: lastChat, username: `person_${lastChat}`, first_name: 'Irina', language_code: 'en', ...change };
}

/** A signed-in user of an organisation that allows Telegram. */
export async function makeUser(testAdmin: TestAdminWithBot, allowed = true): Promise<Person> {
  const person = await makePerson(testAdmin);
  await allow(testAdmin, person, allowed);
  await person.signIn();
  return person;
}

export const allow = (testAdmin: TestAdminWithBot, { organisation }: Person, allowed: boolean) =>
  testAdmin.database.inScope(STAFF, (em) =>
    rows(em, sql`update admin.organisation set is_telegram_notification_on = ${allowed} where id = ${organisation}`),
  );

export const settingsOf = async (person: Person) => getNotificationSettings.answer.parse((await person.call('GET', URLS.get)).answer);
export const telegramOf = async (person: Person) => (await settingsOf(person)).telegram_notifications;

/** Gives the code of a new invite link, and the request. */
export async function invite(person: Person): Promise<{ code: string; request: string }> {
  const { status, answer } = await person.call('POST', URLS.invite);
  if (status !== 200 && status !== 201) throw new Error(`no invitation: ${JSON.stringify(answer)}`);
  const { invite_link: link, request } = inviteTelegram.answer.parse(answer);
  return { code: new URL(link).searchParams.get('start') ?? '', request };
}

/** Waits until the bot said so many things in a chat; gives them. */
export const saidTo = ({ api }: TestAdminWithBot, chat: ChatPerson, count: number): Promise<string[]> =>
  waitUntil(`${count} messages in chat ${chat.id}`, async () => {
    const texts = api.sent.filter(({ chat_id: id }) => id === chat.id).map(({ text }) => text);
    return texts.length >= count ? texts : undefined;
  });

/** Waits until every update so far is handled. */
export const handled = (testAdmin: TestAdminWithBot, update: number) =>
  waitUntil(`update ${update}`, async () => {
    const found = await testAdmin.database.inScope(STAFF, (em) =>
      rows(em, sql`select 1 from admin.telegram_bot where next_offset > ${update}`),
    );
    return found.length > 0;
  });

/** The whole way: a chat that gets the account's messages. */
export async function connect(testAdmin: TestAdminWithBot, person: Person, chat = newChat()): Promise<ChatPerson> {
  const { code, request } = await invite(person);
  await handled(testAdmin, testAdmin.api.say(chat, `/start ${code}`));
  const { status } = await person.call('POST', URLS.confirm, { request });
  if (status !== 200 && status !== 201) throw new Error('not confirmed');
  await saidTo(testAdmin, chat, 2);
  return chat;
}
