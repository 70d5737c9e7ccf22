import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internalDigestReaders, internalTelegramDigest } from '@leakwatch/contracts';
import { asService, IDENTITY, openFoundation, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { buildTestService, callerHeaders, waitUntil } from '@leakwatch/testing';
import { makeColleague, type Person } from '../../fixtures/person.fixture.ts';
import { adminService } from '../../service.ts';
import {
  allow,
  type TestAdminWithBot,
  connect,
  handled,
  makeUser,
  newChat,
  openTestAdminWithBot,
  saidTo,
  telegramOf,
} from '../../fixtures/telegram.fixture.ts';

let testAdmin: TestAdminWithBot;
beforeAll(async () => {
  testAdmin = await openTestAdminWithBot();
});
afterAll(() => testAdmin.close());

const post = (url: string, payload: object, headers = callerHeaders(asService('events', 'r'))) =>
  testAdmin.app.inject({ method: 'POST', url, headers, payload });
/** Sends a digest as the events service does. */
const hand = (organisation: string, text: string, digest: string = randomUUID()) =>
  post(internalTelegramDigest.path, { digest, organisation, texts: { ru: `${text} по-русски`, en: `${text} in English` } });
const hasChats = async (organisation: string) =>
  internalDigestReaders.answer.parse((await post(internalDigestReaders.path, { organisation, emails: [] })).json()).has_chats;
const identity = (statement: ReturnType<typeof sql>) => testAdmin.database.inScope(IDENTITY, (em) => rows(em, statement));
const queued = (person: Person) => identity(sql`select id from admin.telegram_message where account_id = ${person.id}`);
/** Waits until the outbox has no message for the account. */
const sent = (person: Person) => waitUntil('the queue', async () => (await queued(person)).length === 0);
const digestsIn = (chat: { id: number }, text: string) =>
  testAdmin.api.sent.filter((message) => message.chat_id === chat.id && message.text.startsWith(text));

async function withChats() {
  const irina = await makeUser(testAdmin);
  const ann = await makeColleague(testAdmin, irina);
  await ann.signIn();
  await identity(sql`update admin.account set locale = 'en' where id = ${ann.id}`);
  return { organisation: irina.organisation, irina, ann, irinas: await connect(testAdmin, irina), anns: await connect(testAdmin, ann) };
}

describe('a digest for chats', () => {
  it('is one message for each connected account of the organisation, in its language', async () => {
    const stranger = await makeUser(testAdmin);
    const strangers = await connect(testAdmin, stranger);
    const { organisation, irinas, anns } = await withChats();
    expect(await hasChats(organisation)).toBe(true);
    expect((await hand(organisation, '12 events')).statusCode).toBeLessThan(300);
    await saidTo(testAdmin, irinas, 3);
    await saidTo(testAdmin, anns, 3);
    expect(digestsIn(irinas, '12').map(({ text }) => text)).toEqual(['12 events по-русски']);
    expect(digestsIn(anns, '12').map(({ text }) => text)).toEqual(['12 events in English']);
    expect(digestsIn(strangers, '12')).toEqual([]);
  });

  it('is accepted from services only', async () => {
    const { organisation, irina } = await withChats();
    const body = { digest: randomUUID(), organisation, texts: { ru: 'x', en: 'x' } };
    expect((await post(internalTelegramDigest.path, body, callerHeaders(irina.caller))).statusCode).toBeGreaterThanOrEqual(400);
    expect((await hand(organisation, 'x'.repeat(4096))).statusCode).toBe(400);
    expect(await queued(irina)).toEqual([]);
  });

  it('that is sent again, at once or after its delivery, reaches no account twice', async () => {
    const { organisation, irina, irinas, anns } = await withChats();
    const digest = randomUUID();
    await Promise.all(Array.from({ length: 8 }, () => hand(organisation, 'again', digest)));
    await saidTo(testAdmin, irinas, 3);
    await saidTo(testAdmin, anns, 3);
    await sent(irina);
    await hand(organisation, 'again', digest);
    await hand(organisation, 'next');
    await saidTo(testAdmin, irinas, 4);
    await saidTo(testAdmin, anns, 4);
    for (const chat of [irinas, anns]) expect([digestsIn(chat, 'again').length, digestsIn(chat, 'next').length]).toEqual([1, 1]);
  });

  it.each([
    ['moved to another organisation', (other: string) => sql`organisation_id = ${other}`],
    ['was deactivated', () => sql`active = false`],
  ])('does not reach an account that %s, neither before it is queued nor after', async (_, change) => {
    // The other organisation allows Telegram as well, so that only the move prevents the delivery.
    const { organisation: other } = await makeUser(testAdmin);
    const { organisation, irina, ann, irinas, anns } = await withChats();
    // Pauses the delivery, so that the change happens between queue and chat.
    testAdmin.api.behaviour = { kind: 'limited', seconds: 2, method: 'sendMessage' };
    await hand(organisation, 'queued');
    expect(await queued(irina)).toHaveLength(1);
    await identity(sql`update admin.account set ${change(other)} where id = ${irina.id}`);
    await hand(organisation, 'later');
    testAdmin.api.behaviour = { kind: 'plain' };
    await identity(sql`update admin.telegram_message set next_try = now()`);
    await testAdmin.database.inScope(SCHEDULER, (em) => rows(em, sql`update admin.telegram_bot set paused_until = now()`));
    await sent(ann);
    await sent(irina);
    expect([digestsIn(anns, 'queued').length, digestsIn(anns, 'later').length]).toEqual([1, 1]);
    expect([digestsIn(irinas, 'queued'), digestsIn(irinas, 'later')]).toEqual([[], []]);
  });

  it('reaches no account while the organisation does not allow Telegram', async () => {
    const { organisation, irina, irinas } = await withChats();
    await allow(testAdmin, irina, false);
    expect(await hasChats(organisation)).toBe(false);
    await hand(organisation, 'forbidden');
    expect(await queued(irina)).toEqual([]);
    await allow(testAdmin, irina, true);
    await hand(organisation, 'allowed');
    await saidTo(testAdmin, irinas, 3);
    expect(digestsIn(irinas, 'forbidden')).toEqual([]);
  });

  it('for a chat that blocked the bot is dropped, and the next one is not queued', async () => {
    const irina = await makeUser(testAdmin);
    const chat = await connect(testAdmin, irina, newChat());
    await handled(testAdmin, testAdmin.api.block(chat, true));
    // The bot learns of the block only when it sends.
    await identity(sql`update admin.telegram_link set status = 'active' where account_id = ${irina.id}`);
    await hand(irina.organisation, 'blocked');
    await sent(irina);
    expect((await telegramOf(irina)).status).toBe('ignore');
    expect(await hasChats(irina.organisation)).toBe(false);
    await hand(irina.organisation, 'unheard');
    expect(await queued(irina)).toEqual([]);
    await handled(testAdmin, testAdmin.api.block(chat, false));
    await hand(irina.organisation, 'welcome back');
    await waitUntil('the digest after it', async () => digestsIn(chat, 'welcome back').length === 1);
    expect([digestsIn(chat, 'blocked'), digestsIn(chat, 'unheard')]).toEqual([[], []]);
  });
});

it('is dropped without an error in an installation without a bot', async () => {
  const { organisation, irina } = await withChats();
  // Another process of the service, started without a token.
  const { TELEGRAM_BOT_TOKEN: _, ...env } = testAdmin.env;
  const app = await buildTestService(adminService, await openFoundation(adminService, env));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const call = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, headers: callerHeaders(asService('events', 'r')), payload });
  expect((await call(internalDigestReaders.path, { organisation, emails: [] })).json()).toMatchObject({ has_chats: false });
  const texts = { ru: 'x', en: 'x' };
  expect((await call(internalTelegramDigest.path, { digest: randomUUID(), organisation, texts })).statusCode).toBeLessThan(300);
  expect(await queued(irina)).toEqual([]);
  await app.close();
});
