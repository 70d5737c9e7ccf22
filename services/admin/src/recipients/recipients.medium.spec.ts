import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  answerRecipient,
  askRecipient,
  checkRecipientCode,
  controlRecipientStates,
  internalRecipient,
  listNotifications,
  recipientStates,
} from '@leakwatch/contracts';
import { asService, type Caller, rows, SCHEDULER, STAFF, sql } from '@leakwatch/platform';
import { callerHeaders, type MailServer, startMailServer, testCaller } from '@leakwatch/testing';
import { type AdminStage, anonymousCaller } from '../fixtures/admin-stage.fixture.ts';
import { makeColleague, makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { MAILS_OF_ADDRESS, MAILS_OF_ORGANISATION } from './queue-confirmation.store.ts';
import { TaskRecipientsConsumer } from './task-recipients.consumer.ts';

let admin: TestAdmin;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  admin = await openTestAdmin({ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, LEAKWATCH_PUBLIC_URL: 'https://leaks.example' });
});
afterAll(async () => {
  await admin?.close();
  await mails?.close();
});

type Method = Parameters<AdminStage['ask']>[0];
async function call(method: Method, url: string, payload: object, caller: Caller) {
  const reply = await admin.app.inject({ method, url, headers: callerHeaders(caller), payload });
  const body: { code?: string } & Record<string, unknown> = reply.json();
  return { status: reply.statusCode, code: body.code, body };
}
const query = <T>(statement: ReturnType<typeof sql<T>>) => admin.database.inScope(SCHEDULER, (em) => rows(em, statement));
const newAddress = () => `soc-${randomUUID()}@partner.example`;
const userOf = ({ organisation, id }: Person) => testCaller(organisation, { account: { id, username: 'irina' } });

const taskNames = (organisation: string, emails: string[]) =>
  admin.app
    .get(TaskRecipientsConsumer)
    .keep([{ id: randomUUID(), key: organisation, publishedAt: new Date(), payload: { organisation_id: organisation, emails } }]);
async function stateOf(person: Person, email: string) {
  const { body } = await call('POST', recipientStates.path, { emails: [email] }, userOf(person));
  return recipientStates.answer.parse(body).states[0]?.state;
}
const answer = (code: string, wanted: boolean) => call('POST', answerRecipient.path, { code, wanted }, anonymousCaller());
const check = (code: string) => call('POST', checkRecipientCode.path, { code }, anonymousCaller());
const beforeMail = async (organisation: string, email: string) =>
  internalRecipient.answer.parse((await call('POST', internalRecipient.path, { organisation, email }, asService('events', 'r'))).body);
async function codeTo(email: string, count = 1): Promise<string> {
  const { text } = await mails.newest(email, count);
  return /https:\/\/leaks\.example\/mails\?code=([\w-]+)/.exec(text)?.[1] ?? '';
}

describe('a recipient outside the organisation', () => {
  it('gets one mail with a link, and nothing else until it confirms; the organisation is notified', async () => {
    const person = await makePerson(admin);
    const email = newAddress();
    await taskNames(person.organisation, [email.toUpperCase(), person.email]);
    await taskNames(person.organisation, [email]);
    expect(await stateOf(person, email)).toBe('waiting');
    expect(await stateOf(person, person.email)).toBe('member');
    expect(await beforeMail(person.organisation, email)).toEqual({ wanted: false, code: null });
    const code = await codeTo(email);
    expect(mails.mails.filter(({ to }) => to === person.email)).toEqual([]);
    const listed = async () => listNotifications.answer.parse((await call('GET', listNotifications.path, {}, userOf(person))).body).results;
    expect((await listed()).map(({ kind }) => kind)).toEqual(['recipients_waiting']);

    expect((await check(code)).body).toEqual({ organisation: person.organisation, wanted: false });
    expect((await answer(code, true)).status).toBe(200);
    expect(await stateOf(person, email)).toBe('confirmed');
    expect(await beforeMail(person.organisation, email)).toEqual({ wanted: true, code: expect.any(String) });
    const [{ count } = { count: 0 }] = await query(
      sql<{
        count: number;
      }>`select count(*)::int as count from admin.notification where organisation_id = ${person.organisation} and cause is not null`,
    );
    expect(count).toBe(0);
  });

  it('shows its state to staff, who see the recipients of every organisation, and to no customer by that call', async () => {
    const person = await makePerson(admin);
    const email = newAddress();
    await taskNames(person.organisation, [email]);
    const asked = (by: Caller) => call('POST', controlRecipientStates.path, { organisation: person.organisation, emails: [email] }, by);
    const state = async () => controlRecipientStates.answer.parse((await asked(testCaller(null, { staff: true }))).body).states[0]?.state;
    expect(await state()).toBe('waiting');
    const code = await codeTo(email);
    await answer(code, true);
    expect(await state()).toBe('confirmed');
    await answer(code, false);
    expect(await state()).toBe('stopped');
    expect((await asked(userOf(person))).status).toBe(403);
  });

  it('refuses by the address in the headers of the mail that asks, too', async () => {
    const person = await makePerson(admin);
    const email = newAddress();
    await taskNames(person.organisation, [email]);
    const code = await codeTo(email);
    expect((await mails.newest(email)).unsubscribe).toBe(`<https://leaks.example/mails?code=${code}>`);
    expect((await answer(code, false)).status).toBe(200);
    expect(await stateOf(person, email)).toBe('stopped');
  });

  it('stops the mails by the link in one of them, and may want them again', async () => {
    const person = await makePerson(admin);
    const email = newAddress();
    await taskNames(person.organisation, [email]);
    await answer(await codeTo(email), true);
    const { code } = await beforeMail(person.organisation, email);
    expect((await answer(code ?? '', false)).status).toBe(200);
    expect(await stateOf(person, email)).toBe('stopped');
    expect(await beforeMail(person.organisation, email)).toEqual({ wanted: false, code: null });
    expect(await call('POST', askRecipient.path, { email }, userOf(person))).toMatchObject({ status: 409, code: 'recipient_settled' });
    await answer(code ?? '', true);
    expect(await stateOf(person, email)).toBe('confirmed');
  });

  it('has a link that expires, of which only the hash is stored, and gets a new one on request', async () => {
    const person = await makePerson(admin);
    const email = newAddress();
    await taskNames(person.organisation, [email]);
    const code = await codeTo(email);
    const stored = await query(
      sql<{
        hash: string;
      }>`select c.hash from admin.recipient_code c join admin.recipient r on r.id = c.recipient_id where r.email = ${email}`,
    );
    expect(JSON.stringify(stored)).not.toContain(code);
    await query(
      sql`update admin.recipient_code set expires = now() where recipient_id in (select id from admin.recipient where email = ${email})`,
    );
    await query(sql`update admin.recipient set expires = now() where email = ${email}`);
    expect(await check(code)).toMatchObject({ status: 400, code: 'code_invalid' });
    expect(await answer(code, true)).toMatchObject({ status: 400, code: 'code_invalid' });
    expect(await stateOf(person, email)).toBe('expired');
    expect((await call('POST', askRecipient.path, { email }, userOf(person))).status).toBe(200);
    expect(await stateOf(person, email)).toBe('waiting');
    expect((await answer(await codeTo(email, 2), true)).status).toBe(200);
  });

  it('gets no more mails in a day than the limit, for all who ask', async () => {
    const email = newAddress();
    const people = await Promise.all(Array.from({ length: MAILS_OF_ADDRESS + 1 }, () => makePerson(admin)));
    for (const { organisation } of people) await taskNames(organisation, [email]);
    await mails.newest(email, MAILS_OF_ADDRESS);
    const last = await query(
      sql<{ organisation_id: string }>`select organisation_id from admin.recipient where email = ${email} and asked is not null`,
    );
    expect(last).toHaveLength(MAILS_OF_ADDRESS);
    const [asked] = people.filter(({ organisation }) => last.some((one) => one.organisation_id === organisation));
    if (asked === undefined) throw new Error('nobody was asked');
    expect(await call('POST', askRecipient.path, { email }, userOf(asked))).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(mails.mails.filter(({ to }) => to === email)).toHaveLength(MAILS_OF_ADDRESS);
  });

  it('of an organisation that asked too many in a day waits until later', async () => {
    const person = await makePerson(admin);
    await query(sql`insert into admin.mail (id, kind, email, details, sent)
      select gen_random_uuid(), 'recipient_confirm', 'x', jsonb_build_object('organisation_id', ${person.organisation}::text), now()
      from generate_series(1, ${MAILS_OF_ORGANISATION})`);
    const email = newAddress();
    await taskNames(person.organisation, [email]);
    expect(await call('POST', askRecipient.path, { email }, userOf(person))).toMatchObject({ status: 429 });
    expect(await stateOf(person, email)).toBe('waiting');
    await query(sql`delete from admin.mail where email = 'x'`);
    await query(sql`update admin.recipient set next_ask = now() where email = ${email}`);
    expect(await codeTo(email)).not.toBe('');
  });

  it('is not shown to another organisation, and cannot be asked by it; staff work in its name', async () => {
    const [person, stranger] = [await makePerson(admin), await makePerson(admin)];
    const email = newAddress();
    await taskNames(person.organisation, [email]);
    await answer(await codeTo(email), true);
    expect(await stateOf(stranger, email)).toBe('waiting');
    expect(await call('POST', askRecipient.path, { email }, userOf(stranger))).toMatchObject({ status: 404, code: 'recipient_not_found' });
    const staff = testCaller(null, { staff: true });
    expect(await call('POST', recipientStates.path, { emails: [email] }, staff)).toMatchObject({
      status: 403,
      code: 'not_in_organisation',
    });
  });

  it('that gets an account of the organisation needs to confirm nothing, and one that loses it has to', async () => {
    const person = await makePerson(admin);
    const colleague = await makeColleague(admin, person);
    expect(await beforeMail(person.organisation, colleague.email)).toEqual({ wanted: true, code: null });
    await query(sql`update admin.account set active = false where id = ${colleague.id}`);
    expect(await beforeMail(person.organisation, colleague.email)).toEqual({ wanted: false, code: null });
    expect(await codeTo(colleague.email)).not.toBe('');
  });

  it('is deleted with its organisation, whose links then lead nowhere', async () => {
    const person = await makePerson(admin);
    const email = newAddress();
    await taskNames(person.organisation, [email]);
    const code = await codeTo(email);
    const deleted = await call('DELETE', `/api/control/organisations/${person.organisation}/`, {}, testCaller(null, { staff: true }));
    expect(deleted.status).toBe(200);
    expect(await check(code)).toMatchObject({ code: 'code_invalid' });
    const left = await admin.database.inScope(STAFF, (em) => rows(em, sql`select id from admin.recipient where email = ${email}`));
    expect(left).toEqual([]);
  });
});
