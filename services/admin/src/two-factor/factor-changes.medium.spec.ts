import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internalProfile } from '@leakwatch/contracts';
import { IDENTITY, newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { raiseEpochs } from '../accounts/account.store.ts';
import { isOpen } from '../fixtures/is-open.fixture.ts';
import { codeOf, INVALID_CODE, makePerson, openTestAdmin, type Person, type TestAdmin, statusOf } from '../fixtures/person.fixture.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());

describe('changes of the second factor', () => {
  it('set-up, new recovery codes and switching off end the other sessions, and renew this one', async () => {
    const person = await makePerson(testAdmin);
    const ends = async (change: () => Promise<{ status: number } | object>) => {
      await person.signIn();
      if (person.caller.pending) await person.confirm(recovery.pop() ?? '');
      const other = person.caller.session;
      await person.signIn();
      if (person.caller.pending) await person.confirm(recovery.pop() ?? '');
      const before = person.caller.session;
      expect(await isOpen(testAdmin, other)).toBe(true);
      await change();
      expect([await isOpen(testAdmin, other), await isOpen(testAdmin, before), await isOpen(testAdmin, person.caller.session)]).toEqual([
        false,
        false,
        true,
      ]);
    };
    let recovery: string[] = [];
    let secret = '';
    await ends(async () => {
      const made = await person.setUp();
      recovery = [...made.codes];
      secret = made.secret;
      return {};
    });
    await ends(async () => {
      const reply = await person.call('POST', '/api/profile/two_factor/recovery_codes/', { token: codeOf(secret, 1) });
      const fresh = reply.answer['recovery_codes'];
      expect(fresh).toHaveLength(10);
      recovery = Array.isArray(fresh) ? fresh.map(String) : [];
      return reply;
    });
    await ends(() => person.call('POST', '/api/profile/two_factor/disable/', { token: recovery.pop() }));
    expect(await statusOf(person)).toMatchObject({ active: false, recovery_codes: 0 });
  });

  it('at the moment at which staff end all sessions keep none of them', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { secret } = await person.setUp();
    const before = person.caller.session;
    // Committed by staff, and not yet known to the gateway that let the request through.
    await testAdmin.database.inScope(IDENTITY, (em) => raiseEpochs(em, person.email));
    const reply = await person.call('POST', '/api/profile/two_factor/recovery_codes/', { token: codeOf(secret, 1) });
    expect([reply.status, reply.code]).toEqual([401, 'not_authenticated']);
    expect([await isOpen(testAdmin, before), person.caller.session]).toEqual([false, before]);
  });

  it('shows in the profile whether there is one', async () => {
    const person = await makePerson(testAdmin);
    const shown = async () =>
      internalProfile.answer.parse((await person.call('GET', internalProfile.path, undefined, { service: 'gateway' })).answer);
    await person.signIn();
    expect((await shown()).has_2fa).toBe(false);
    await person.setUp();
    expect((await shown()).has_2fa).toBe(true);
  });

  it('new recovery codes need a code of the app, and replace the old ones', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { secret, codes } = await person.setUp();
    const renew = (token: string) => person.call('POST', '/api/profile/two_factor/recovery_codes/', { token });
    expect(await renew(codes[0] ?? '')).toMatchObject(INVALID_CODE);
    expect((await renew(codeOf(secret, 1))).status).toBe(200);
    await person.signIn();
    expect(await person.confirm(codes[0] ?? '')).toMatchObject(INVALID_CODE);
  });

  it('switching off needs a code, and is 503 where the organisation makes it mandatory', async () => {
    const [person, bound] = [await makePerson(testAdmin), await makePerson(testAdmin, true)];
    const disable = (one: Person, body: object = {}) => one.call('POST', '/api/profile/two_factor/disable/', body);
    await person.signIn();
    expect(await disable(person)).toMatchObject({ status: 409, code: 'two_factor_inactive' });
    const { secret } = await person.setUp();
    expect(await disable(person)).toMatchObject(INVALID_CODE);
    expect(await disable(person, { token: '000000' })).toMatchObject(INVALID_CODE);
    expect((await disable(person, { token: codeOf(secret, 1) })).status).toBe(200);
    await bound.signIn();
    const made = await bound.setUp();
    for (const body of [{}, { token: codeOf(made.secret, 1) }])
      expect(await disable(bound, body)).toMatchObject({ status: 503, code: 'two_factor_mandatory' });
    expect(await statusOf(bound)).toMatchObject({ active: true });
  });

  it('where the organisation makes it mandatory, it can be set up at sign-in only', async () => {
    const person = await makePerson(testAdmin, true);
    await person.signIn();
    expect(await person.call('GET', '/api/profile/two_factor/add/', undefined, { pending: false })).toMatchObject({
      status: 403,
      code: 'two_factor_by_organisation',
    });
  });

  it('a code of a replaced seed confirms nothing', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    expect(await person.confirm('123456')).toMatchObject({ status: 409, code: 'two_factor_not_begun' });
    const first = String((await person.call('GET', '/api/profile/two_factor/add/')).answer['secret']);
    await person.call('GET', '/api/profile/two_factor/add/');
    expect(await person.confirm(codeOf(first))).toMatchObject(INVALID_CODE);
    expect(await statusOf(person)).toMatchObject({ active: false });
  });

  it('staff cannot reset their own without a code', async () => {
    const staff = await makePerson(testAdmin, false, true);
    await staff.signIn();
    await staff.setUp();
    const own = await staff.call('POST', `/api/profile/two_factor/disable_2fa_admin/?user_id=${staff.id}`);
    expect(own).toMatchObject({ status: 403, code: 'two_factor_own' });
    expect(await statusOf(staff)).toMatchObject({ active: true });
  });

  it('only staff can reset', async () => {
    const [person, other, staff] = [await makePerson(testAdmin), await makePerson(testAdmin), await makePerson(testAdmin, false, true)];
    for (const one of [person, other, staff]) await one.enter();
    await person.setUp();
    const path = `/api/profile/two_factor/disable_2fa_admin/?user_id=${person.id}`;
    expect(await other.call('POST', path)).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await staff.call('POST', path)).status).toBe(200);
    expect(await isOpen(testAdmin, person.caller.session)).toBe(false);
    await person.signIn();
    expect(person.caller.pending).toBe(false);
    // A second call changes nothing: no session ends, and no mail is sent.
    expect((await staff.call('POST', path)).status).toBe(200);
    expect(await isOpen(testAdmin, person.caller.session)).toBe(true);
    const mails = await testAdmin.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`select id from admin.mail where account_id = ${person.id} and kind = 'second_factor_off'`),
    );
    expect(mails).toHaveLength(1);
    expect((await staff.call('POST', `/api/profile/two_factor/disable_2fa_admin/?user_id=${newId()}`)).status).toBe(404);
  });
});
