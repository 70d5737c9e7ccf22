import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listActivity, listUserActivity } from '@leakwatch/contracts';
import { IDENTITY, rows, type Scope, SCHEDULER, STAFF, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { codeOf, makePerson, openTestAdmin, PASSWORD, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(async () => {
  await testAdmin.close();
});

const ownOf = async (person: Person, query = '') =>
  listActivity.answer.parse((await person.call('GET', `/api/activity/?limit=100${query}`)).answer);
const kindsOf = async (person: Person) => (await ownOf(person)).results.map(({ kind }) => kind).reverse();

describe('the audit trail', () => {
  it('records sign-ins, failures, changes of credentials and ended sessions, in order', async () => {
    const person = await makePerson(testAdmin);
    await person.call('POST', '/api/login/', { login: person.email, password: 'Wrong-2026' });
    await person.signIn();
    const { secret, codes } = await person.setUp();
    await person.signIn();
    await person.confirm('000000');
    await person.confirm(codeOf(secret, 1));
    await person.signIn();
    await person.confirm(codes[0] ?? '');
    await person.call('POST', '/api/profile/sessions/end_others/', { password: PASSWORD });
    const changed = await person.call('PATCH', '/api/password/', { old_password: PASSWORD, new_password: 'Vasilek-Na-Pole-7' });
    expect(changed.status).toBe(200);
    expect(await kindsOf(person)).toEqual([
      'login_failed',
      'login',
      'second_factor_on',
      'password_accepted',
      'code_failed',
      'login',
      'password_accepted',
      'recovery_code_used',
      'login',
      'sessions_ended',
      'password_changed',
    ]);
    await person.call('POST', '/api/logout/');
    expect((await kindsOf(person)).at(-1)).toBe('logout');
  });

  it('is shown to its owner only, in pages, newest first, with address and program', async () => {
    const [person, other] = [await makePerson(testAdmin), await makePerson(testAdmin)];
    person.caller = testCaller(null, { account: null, address: '203.0.113.7', user_agent: 'Firefox' });
    await person.signIn();
    await person.call('POST', '/api/logout/');
    await other.signIn();
    const first = listActivity.answer.parse((await person.call('GET', '/api/activity/?limit=1')).answer);
    expect(first).toMatchObject({ count: 2, results: [{ kind: 'logout' }] });
    const second = listActivity.answer.parse((await person.call('GET', '/api/activity/?limit=1&offset=1')).answer);
    expect(second.results).toMatchObject([{ kind: 'login', ip_address: '203.0.113.7', user_agent: 'Firefox' }]);
    expect((await ownOf(other)).results.map(({ kind }) => kind)).toEqual(['login']);
  });

  it('records the address of staff, and does not show it to the account’s owner', async () => {
    const [person, staff] = [await makePerson(testAdmin), await makePerson(testAdmin, false, true)];
    await person.signIn();
    await person.setUp();
    await staff.enter();
    const reset = await staff.call(
      'POST',
      `/api/profile/two_factor/disable_2fa_admin/?user_id=${person.id}`,
      {},
      { address: '198.51.100.9' },
    );
    expect(reset.status).toBe(200);
    expect((await ownOf(person)).results[0]).toMatchObject({ kind: 'second_factor_reset', ip_address: '', user_agent: '' });
    const stored = await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(em, sql`select ip, actor_id from admin.audit where account_id = ${person.id} and kind = 'second_factor_reset'`),
    );
    expect(stored).toEqual([{ ip: '198.51.100.9', actor_id: staff.id }]);
  });

  it('shows an organisation its own users only, and staff all users', async () => {
    const [person, stranger, staff] = [await makePerson(testAdmin), await makePerson(testAdmin), await makePerson(testAdmin, false, true)];
    for (const one of [person, stranger, staff]) await one.enter();
    const seenBy = async (one: Person) =>
      listUserActivity.answer.parse((await one.call('GET', '/api/users/activity/?limit=1000')).answer).results;
    expect(await seenBy(person)).toMatchObject([{ user: 'irina', company: person.caller.organisation, description: 'login' }]);
    const companies = new Set((await seenBy(staff)).map(({ company }) => company));
    expect([person, stranger, staff].every((one) => companies.has(one.caller.organisation))).toBe(true);
    const alone = testCaller(null);
    expect(await person.call('GET', '/api/users/activity/', undefined, { ...alone })).toMatchObject({ code: 'not_in_organisation' });
  });

  it('has neither an account nor the input when a sign-in fails for an unknown e-mail', async () => {
    const person = await makePerson(testAdmin);
    await person.call('POST', '/api/login/', { login: 'nobody-here@corp.example', password: 'Typed-Secret-1' }, { address: '192.0.2.44' });
    const stored = await testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`select * from admin.audit where ip = '192.0.2.44'`));
    expect(stored).toMatchObject([{ kind: 'login_failed', account_id: null, actor_id: null, detail: {} }]);
    expect(JSON.stringify(stored)).not.toMatch(/nobody-here|Typed-Secret/);
  });

  it.each(['update admin.audit set kind = kind', 'delete from admin.audit', 'truncate admin.audit'])(
    'takes no %s from the application, in whichever scope',
    async (statement) => {
      const person = await makePerson(testAdmin);
      await person.signIn();
      const scopes: Scope[] = [IDENTITY, STAFF, SCHEDULER, { kind: 'organisation', organisation: person.caller.organisation ?? '' }];
      for (const scope of scopes) {
        const tried = testAdmin.database.inScope(scope, (em) => rows(em, sql.raw(statement)));
        await expect(tried).rejects.toMatchObject({ message: expect.stringContaining('permission denied for table audit') });
      }
      expect(await kindsOf(person)).toEqual(['login']);
    },
  );
});
