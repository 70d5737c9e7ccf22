import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES } from '@leakwatch/contracts';
import { IDENTITY, rows, sha256Hex, sql } from '@leakwatch/platform';
import { codeOf, makeColleague, makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { isOpen } from '../fixtures/is-open.fixture.ts';

// Staff see every organisation: no customer takes the second factor of staff off, and staff are never without one.

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin?.close());

const PATH = '/api/profile/two_factor';
const hasFactor = async ({ id }: Person) =>
  (await testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`select 1 from admin.second_factor where account_id = ${id} and active`)))
    .length === 1;
const setStaff = ({ id }: Person) =>
  testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`update admin.account set staff = true where id = ${id}`));

/** A member of staff who is also a user of an organisation, with a second factor, and a colleague of that organisation. */
async function inOneOrganisation() {
  const clerk = await makePerson(testAdmin);
  const colleague = await makeColleague(testAdmin, clerk);
  await setStaff(clerk);
  await clerk.signIn();
  const { secret } = await clerk.setUp();
  await colleague.enter();
  return { clerk, colleague, secret };
}

describe('the second factor of staff', () => {
  it('stays, whatever a user of the same organisation calls with the id of the account', async () => {
    const { clerk, colleague } = await inOneOrganisation();
    const calls = [...ROUTES.values()].filter(({ path, service }) => service === 'admin' && path.includes('two_factor'));
    expect(calls.length).toBeGreaterThan(8);
    for (const { method, path } of calls)
      for (const url of [path, `${path}?user_id=${clerk.id}`]) {
        // Against the own account of the colleague some of them succeed.
        await colleague.call(method, url, method === 'GET' ? undefined : { user_id: clerk.id, token: '000000' });
        expect({ method, url, stays: await hasFactor(clerk) }).toEqual({ method, url, stays: true });
      }
    expect(await isOpen(testAdmin, clerk.caller.session)).toBe(true);
  });

  it('stays when a colleague has got hold of the code of its own request for verification', async () => {
    const { clerk, colleague } = await inOneOrganisation();
    await clerk.signIn();
    await clerk.call('POST', `${PATH}/ask_verify_identity/`, {});
    const code = 'a'.repeat(43);
    // As if a mail to other staff had been read: the stored code becomes a known one.
    const planted = await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(
        em,
        sql`insert into admin.identity_code (hash, request_id, mail_id)
            select ${sha256Hex(code)}, id, gen_random_uuid() from admin.identity_request where account_id = ${clerk.id} returning hash`,
      ),
    );
    expect(planted).toHaveLength(1);
    for (const call of ['confirm_identity', 'decline_identity'])
      expect(await colleague.call('POST', `${PATH}/${call}/`, { code })).toMatchObject({ status: 400, code: 'identity_code_invalid' });
    expect(await hasFactor(clerk)).toBe(true);
  });

  it('is not switched off by its owner, with a valid code either', async () => {
    const { clerk, secret } = await inOneOrganisation();
    expect(await clerk.call('POST', `${PATH}/disable/`, { token: codeOf(secret, 1) })).toMatchObject({
      status: 503,
      code: 'two_factor_mandatory',
    });
    expect(await hasFactor(clerk)).toBe(true);
  });

  it('is due before anything else, where an account without one becomes staff or has lost it', async () => {
    const [chief, person] = [await makePerson(testAdmin, false, true), await makePerson(testAdmin)];
    await chief.enter();
    await person.enter();
    const session = person.caller.session;
    expect((await chief.call('PATCH', `/api/control/accounts/${person.id}/`, { is_staff: true })).status).toBe(200);
    expect(await isOpen(testAdmin, session)).toBe(false);
    await person.signIn();
    expect(person.caller.pending).toBe(true);
    expect(await person.call('GET', '/api/control/accounts/')).toMatchObject({ status: 401, code: 'second_factor_due' });
    await person.setUp();
    const full = person.caller.session;
    expect((await chief.call('POST', `${PATH}/disable_2fa_admin/?user_id=${person.id}`)).status).toBe(200);
    expect(await isOpen(testAdmin, full)).toBe(false);
    await person.signIn();
    expect(person.caller.pending).toBe(true);
    expect(await person.call('GET', '/api/control/accounts/')).toMatchObject({ status: 401, code: 'second_factor_due' });
  });
});
