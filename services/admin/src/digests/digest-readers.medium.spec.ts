import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internalDigestReaders } from '@leakwatch/contracts';
import { asService, IDENTITY, rows, sql } from '@leakwatch/platform';
import { callerHeaders } from '@leakwatch/testing';
import { makeColleague, makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());

const update = (person: Person, statement: ReturnType<typeof sql>) =>
  testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`update admin.account set ${statement} where id = ${person.id}`));
const ask = (organisation: string, emails: readonly string[], headers = callerHeaders(asService('events', 'r'))) =>
  testAdmin.app.inject({ method: 'POST', url: internalDigestReaders.path, headers, payload: { organisation, emails } });
const readersOf = async (organisation: string, emails: readonly string[] = []) =>
  internalDigestReaders.answer.parse((await ask(organisation, emails)).json());
const toggle = (person: Person, on: boolean) =>
  person.call('PATCH', '/api/control/accounts/email_notifications/', { email_notifications: on });

describe('readers of digests', () => {
  it('have the locales of active accounts of the organisation and of staff; only services may ask', async () => {
    const person = await makePerson(testAdmin);
    const [colleague, gone] = [await makeColleague(testAdmin, person), await makeColleague(testAdmin, person)];
    const [stranger, staff] = [await makePerson(testAdmin), await makePerson(testAdmin, false, true)];
    for (const one of [colleague, gone, stranger]) await update(one, sql`locale = 'en'`);
    await update(gone, sql`active = false`);
    const asked = colleague.email.toUpperCase();
    const { locales } = await readersOf(person.organisation, [
      person.email,
      asked,
      gone.email,
      stranger.email,
      staff.email,
      'nobody@corp.example',
    ]);
    expect(locales).toEqual({ [person.email]: 'ru', [asked]: 'en', [staff.email]: 'ru' });
    expect((await ask(person.organisation, [], callerHeaders(person.caller))).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('are the current members of the organisation who enabled mails', async () => {
    const person = await makePerson(testAdmin);
    const [off, gone, moved] = [
      await makeColleague(testAdmin, person),
      await makeColleague(testAdmin, person),
      await makeColleague(testAdmin, person),
    ];
    const [stranger, staff] = [await makePerson(testAdmin), await makePerson(testAdmin, false, true)];
    expect(await readersOf(person.organisation)).toEqual({ locales: {}, subscribed: [], has_chats: false });
    for (const one of [person, off, gone, moved, stranger, staff]) {
      await one.enter();
      expect((await toggle(one, true)).status).toBe(200);
    }
    await update(person, sql`locale = 'en'`);
    await toggle(off, false);
    await update(gone, sql`active = false`);
    await update(moved, sql`organisation_id = ${stranger.organisation}`);
    expect((await readersOf(person.organisation)).subscribed).toEqual([{ email: person.email, locale: 'en' }]);
    expect((await readersOf(stranger.organisation)).subscribed.map(({ email }) => email).sort()).toEqual(
      [moved.email, stranger.email].sort(),
    );
  });
});
