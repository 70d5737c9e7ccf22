import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IDENTITY, newId, rows, sha256Hex, sql } from '@leakwatch/platform';
import { accountById } from '../accounts/account.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { AnnounceStaffEpochs } from '../staff-accounts/announce-staff-epochs.ts';
import { savePendingFactor } from './second-factor.store.ts';
import { isOpen } from '../fixtures/is-open.fixture.ts';
import { codeOf, INVALID_CODE, makePerson, openTestAdmin, type Person, type TestAdmin, statusOf } from '../fixtures/person.fixture.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());
const inIdentity = <T>(work: Parameters<typeof testAdmin.database.inScope<T>>[1]) => testAdmin.database.inScope(IDENTITY, work);

describe('signing in', () => {
  it('refuses text that PostgreSQL cannot store as invalid input', async () => {
    const person = await makePerson(testAdmin);
    for (const login of [`${person.email}\0`, 'irina\ud800'])
      expect(await person.call('POST', '/api/login/', { login, password: 'x' }, { account: null })).toMatchObject({
        status: 400,
        answer: { code: 'invalid_request', fields: { login: 'text_malformed' } },
      });
  });

  it('without a second factor: signed in', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    expect(person.caller.pending).toBe(false);
    expect(await statusOf(person)).toEqual({ active: false, two_factor: false, tfa_company: false, due: false, recovery_codes: 0 });
  });

  it('with a mandatory second factor that is not set up: set-up, then signed in with a new session', async () => {
    const person = await makePerson(testAdmin, true);
    await person.signIn();
    const { session } = person.caller;
    expect(person.caller.pending).toBe(true);
    expect(await statusOf(person)).toEqual({ active: false, two_factor: true, tfa_company: true, due: true, recovery_codes: null });
    const { codes } = await person.setUp();
    expect(codes).toHaveLength(10);
    expect(person.caller).toMatchObject({ pending: false });
    expect(person.caller.session).not.toBe(session);
    expect(await isOpen(testAdmin, session)).toBe(false);
    expect(await isOpen(testAdmin, person.caller.session)).toBe(true);
    expect(await statusOf(person)).toEqual({ active: true, two_factor: true, tfa_company: true, due: false, recovery_codes: 10 });
  });

  it('as staff: a second factor is mandatory, whatever the organisation requires, and cannot be switched off', async () => {
    const staff = await makePerson(testAdmin, false, true);
    await staff.signIn();
    expect(staff.caller.pending).toBe(true);
    expect(await staff.call('GET', '/api/control/auth-tokens/')).toMatchObject({ status: 401, code: 'second_factor_due' });
    const { secret } = await staff.setUp();
    expect(staff.caller).toMatchObject({ pending: false, staff: true });
    expect(await statusOf(staff)).toMatchObject({ active: true, two_factor: true, tfa_company: true });
    expect(await staff.call('POST', '/api/profile/two_factor/disable/', { token: codeOf(secret, 1) })).toMatchObject({
      status: 503,
      code: 'two_factor_mandatory',
    });
    await staff.signIn();
    expect(staff.caller.pending).toBe(true);
  });

  it('as staff: a session from before the second factor became mandatory ends at the next start', async () => {
    const [staff, user] = [await makePerson(testAdmin, false, true), await makePerson(testAdmin)];
    const open = async ({ id }: Person) => {
      const account = await inIdentity((em) => accountById(em, id));
      if (account === null) throw new Error('the account is gone');
      return sha256Hex(await testAdmin.app.get(SessionStore).open(account, false));
    };
    const [before, users] = [await open(staff), await open(user)];
    // As the migration does.
    await inIdentity((em) => rows(em, sql`update admin.account set epoch = epoch + 1 where id = ${staff.id}`));
    await testAdmin.app.get(AnnounceStaffEpochs).onApplicationBootstrap();
    expect([await isOpen(testAdmin, before), await isOpen(testAdmin, users)]).toEqual([false, true]);
  });

  it('with an active second factor: code, then signed in with a new session', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { secret } = await person.setUp();
    await person.signIn();
    const { session } = person.caller;
    expect(person.caller.pending).toBe(true);
    expect(await person.confirm('000000')).toMatchObject(INVALID_CODE);
    expect(person.caller.pending).toBe(true);
    expect((await person.confirm(codeOf(secret, 1))).answer).toMatchObject({ username: 'irina', user_id: person.id, recovery_codes: [] });
    expect(person.caller.pending).toBe(false);
    expect(await isOpen(testAdmin, session)).toBe(false);
    expect(await isOpen(testAdmin, person.caller.session)).toBe(true);
  });

  it('a session whose second factor is pending is refused by all other routes of the service', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { secret } = await person.setUp();
    await person.signIn();
    for (const path of ['disable', 'recovery_codes', 'disable_2fa_admin'])
      expect(await person.call('POST', `/api/profile/two_factor/${path}/`, { token: codeOf(secret, 1) })).toMatchObject({
        status: 401,
        code: 'second_factor_due',
      });
    // It cannot replace the owner's seed either.
    expect(await person.call('POST', '/api/profile/two_factor/add/')).toMatchObject({ status: 409, code: 'two_factor_active' });
    expect((await person.call('POST', '/api/logout/')).status).toBe(200);
    expect(await isOpen(testAdmin, person.caller.session)).toBe(false);
    expect(await person.confirm(codeOf(secret, 1))).toMatchObject({ status: 401, code: 'not_authenticated' });
  });

  it('a session whose second factor is pending cannot be completed after a change of the account', async () => {
    const [person, staff] = [await makePerson(testAdmin), await makePerson(testAdmin, false, true)];
    await person.signIn();
    const { secret } = await person.setUp();
    await person.signIn();
    await inIdentity((em) => rows(em, sql`update admin.account set epoch = epoch + 1 where id = ${person.id}`));
    expect(await person.confirm(codeOf(secret, 1))).toMatchObject({ status: 401, code: 'not_authenticated' });
    await staff.enter();
    expect((await staff.call('POST', `/api/profile/two_factor/disable_2fa_admin/?user_id=${person.id}`)).status).toBe(200);
    await person.signIn();
    expect(person.caller.pending).toBe(false);
  });
});

describe('concurrent changes', () => {
  it('a sign-in that read the account before a change does not undo the change', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const before = await inIdentity((em) => accountById(em, person.id));
    if (before === null) throw new Error('the account is gone');
    const stale = person.caller.session;
    await person.setUp();
    const late = sha256Hex(await testAdmin.app.get(SessionStore).open(before, false));
    expect([await isOpen(testAdmin, stale), await isOpen(testAdmin, late), await isOpen(testAdmin, person.caller.session)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('a set-up that began before another one was confirmed does not replace it', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { secret } = await person.setUp();
    expect(await inIdentity((em) => savePendingFactor(em, person.id, newId(), Buffer.from('another')))).toBe(false);
    await person.signIn();
    expect((await person.confirm(codeOf(secret, 1))).status).toBe(200);
  });
});
