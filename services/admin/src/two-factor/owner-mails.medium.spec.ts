import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listSessions, sessionKey } from '@leakwatch/contracts';
import { rows, SCHEDULER, sql } from '@leakwatch/platform';
import { codeOf, makePerson, openTestAdmin, PASSWORD, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());

const mailsOf = async (person: Person) =>
  (
    await testAdmin.database.inScope(SCHEDULER, (em) =>
      rows(
        em,
        sql<{ kind: string; details: Record<string, string> }>`
        select kind, details from admin.mail where account_id = ${person.id} order by created`,
      ),
    )
  ).map(({ kind, details }) => ({ kind, address: details['address'] }));
const sessionsOf = async (person: Person) =>
  listSessions.answer.parse((await person.call('GET', listSessions.path)).answer).map(({ current }) => current);

describe('a change of the second factor', () => {
  it('is announced to its owner by mail, with the address', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { secret } = await person.setUp();
    const { address } = person.caller;
    expect(await mailsOf(person)).toEqual([{ kind: 'second_factor_on', address }]);
    expect((await person.call('POST', '/api/profile/two_factor/recovery_codes/', { token: codeOf(secret, 1) })).status).toBe(200);
    expect((await mailsOf(person)).map(({ kind }) => kind)).toEqual(['second_factor_on', 'recovery_codes_made']);
  });

  it('by staff is announced without the address of staff', async () => {
    const [person, staff] = [await makePerson(testAdmin), await makePerson(testAdmin, false, true)];
    await person.signIn();
    await person.setUp();
    await staff.enter();
    expect((await staff.call('POST', `/api/profile/two_factor/disable_2fa_admin/?user_id=${person.id}`)).status).toBe(200);
    expect((await mailsOf(person)).at(-1)).toEqual({ kind: 'second_factor_off', address: '–' });
  });

  it('leaves one session in the list, and so does a sign-in with a code', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    await person.signIn();
    expect(await sessionsOf(person)).toEqual([true, false]);
    const { secret } = await person.setUp();
    expect(await sessionsOf(person)).toEqual([true]);
    await person.signIn();
    expect((await person.confirm(codeOf(secret, 1))).status).toBe(200);
    expect(await sessionsOf(person)).toEqual([true, false]);
  });
});

describe('signing in', () => {
  it('again in the same browser ends the earlier session', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { session: before } = person.caller;
    await person.call('POST', '/api/login/', { login: person.email, password: PASSWORD });
    expect(person.caller.session).not.toBe(before);
    expect(await testAdmin.redis.exists(sessionKey(before ?? ''))).toBe(0);
    expect(await sessionsOf(person)).toEqual([true]);
  });
});

describe('while the second factor is pending', () => {
  it('the password cannot be changed', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    await person.setUp();
    await person.signIn();
    expect(person.caller.pending).toBe(true);
    const body = { old_password: PASSWORD, new_password: 'Vasilek-2026' };
    expect(await person.call('PATCH', '/api/password/', body)).toMatchObject({ status: 401, code: 'second_factor_due' });
  });
});
