import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkIdentityCode, epochKey, listActivity, sessionKey, sessionRecord } from '@leakwatch/contracts';
import { IDENTITY, rows, SCHEDULER, sha256Hex, sql } from '@leakwatch/platform';
import { linkIn, type MailServer, startMailServer } from '@leakwatch/testing';
import { REQUEST_LIMITS } from './request-verification.ts';
import { codeOf, makeColleague, makePerson, openTestAdmin, PASSWORD, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { IDENTITY_SECONDS } from './identity-request.store.ts';

let mails: MailServer;
let testAdmin: TestAdmin;
beforeAll(async () => {
  mails = await startMailServer();
  testAdmin = await openTestAdmin({ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, LEAKWATCH_PUBLIC_URL: 'http://console.example' });
});
afterAll(async () => {
  await testAdmin.close();
  await mails.close();
});

const PATH = '/api/profile/two_factor';
const askFor = (person: Person, address: string = randomUUID()) => person.call('POST', `${PATH}/ask_verify_identity/`, {}, { address });
const check = (person: Person, code: string) => person.call('GET', `${PATH}/check_identity_code/?code=${code}`);
const accept = (person: Person, code: string, address = '127.0.0.1') =>
  person.call('POST', `${PATH}/confirm_identity/`, { code }, { address });
const decline = (person: Person, code: string) => person.call('POST', `${PATH}/decline_identity/`, { code });
const REFUSED = { status: 400, code: 'identity_code_invalid' };
const SUBJECT = 'Leakwatch: подтвердите личность коллеги';

/** The code of the newest request in a mailbox. */
async function codeFor(person: Person, count = 1): Promise<string> {
  const mail = await mails.newest(person.email, count);
  expect(mail.subject).toBe(SUBJECT);
  const link = linkIn(mail);
  expect(link.pathname).toBe('/verify');
  return link.searchParams.get('code') ?? '';
}
const subjectsTo = (person: Person) => mails.mails.filter((mail) => mail.to === person.email).map(({ subject }) => subject);
const kindsOf = async (person: Person) =>
  listActivity.answer.parse((await person.call('GET', '/api/activity/?limit=100')).answer).results.map(({ kind }) => kind);

/** A person whose second factor is pending, and a colleague who is signed in. */
async function lost(mandatory = false): Promise<{ person: Person; colleague: Person; secret: string }> {
  const person = await makePerson(testAdmin, mandatory);
  const colleague = await makeColleague(testAdmin, person);
  await person.signIn();
  const { secret } = await person.setUp();
  await person.signIn();
  expect(person.caller.pending).toBe(true);
  await colleague.signIn();
  if (mandatory) await colleague.setUp();
  return { person, colleague, secret };
}

describe('identity verification', () => {
  it('by a colleague removes the second factor, once; the requester gets a mail and signs in', async () => {
    const { person, colleague } = await lost();
    expect((await askFor(person)).status).toBe(200);
    const code = await codeFor(colleague);
    expect(checkIdentityCode.answer.parse((await check(colleague, code)).answer)).toEqual({
      email: person.email,
      company: person.organisation,
      first_name: '',
      last_name: '',
    });
    expect((await accept(colleague, code)).status).toBe(200);
    expect(await accept(colleague, code)).toMatchObject(REFUSED);
    expect(await check(colleague, code)).toMatchObject(REFUSED);
    expect(await decline(colleague, code)).toMatchObject(REFUSED);
    // The session of the request has ended with all others.
    const { epoch } = sessionRecord.parse(JSON.parse((await testAdmin.redis.get(sessionKey(person.caller.session ?? ''))) ?? ''));
    expect(Number(await testAdmin.redis.get(epochKey(person.id)))).toBeGreaterThan(epoch);
    await person.signIn();
    expect(person.caller.pending).toBe(false);
    await mails.newest(person.email, 3);
    expect(subjectsTo(person)).toEqual([
      'Leakwatch: двухфакторная аутентификация включена',
      'Leakwatch: запрошено подтверждение личности',
      'Leakwatch: личность подтверждена',
    ]);
    expect((await kindsOf(person)).slice(0, 4)).toEqual(['login', 'second_factor_reset', 'identity_accepted', 'identity_asked']);
  });

  it('leads to a new set-up where the organisation makes a second factor mandatory', async () => {
    const { person, colleague } = await lost(true);
    await askFor(person);
    expect((await accept(colleague, await codeFor(colleague, 2))).status).toBe(200);
    await person.signIn();
    expect((await person.call('GET', `${PATH}/status/`)).answer).toMatchObject({ active: false, tfa_company: true, due: true });
  });

  it('that is declined changes nothing, and the requester gets a mail', async () => {
    const { person, colleague, secret } = await lost();
    await askFor(person);
    const code = await codeFor(colleague);
    expect((await decline(colleague, code)).status).toBe(200);
    expect(await accept(colleague, code)).toMatchObject(REFUSED);
    expect((await mails.newest(person.email, 3)).subject).toBe('Leakwatch: личность не подтверждена');
    expect((await person.confirm(codeOf(secret, 1))).status).toBe(200);
    expect((await kindsOf(person)).slice(0, 3)).toEqual(['login', 'identity_declined', 'identity_asked']);
  });

  it('is requested from active colleagues and staff only, each with a code of their own', async () => {
    const { person, colleague } = await lost();
    const [gone, stranger, staff] = [
      await makeColleague(testAdmin, person),
      await makePerson(testAdmin),
      await makePerson(testAdmin, false, true),
    ];
    await testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`update admin.account set active = false where id = ${gone.id}`));
    await askFor(person);
    const [one, other] = [await codeFor(colleague), await codeFor(staff)];
    expect(one).not.toBe(other);
    expect([...subjectsTo(gone), ...subjectsTo(stranger)]).toEqual([]);
    await staff.enter();
    expect((await accept(staff, other)).status).toBe(200);
    // The first answer decides the request for all its codes.
    expect(await accept(colleague, one)).toMatchObject(REFUSED);
    await testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`update admin.account set active = false where id = ${staff.id}`));
  });

  it('of a staff account is requested from other staff, not from the customers of its organisation', async () => {
    const { person, colleague } = await lost();
    const staff = await makePerson(testAdmin, false, true);
    await testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`update admin.account set staff = true where id = ${person.id}`));
    await askFor(person);
    const code = await codeFor(staff);
    expect(subjectsTo(colleague)).toEqual([]);
    expect([await check(colleague, code), await accept(colleague, code)]).toMatchObject([REFUSED, REFUSED]);
    await staff.enter();
    expect((await accept(staff, code)).status).toBe(200);
    await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(em, sql`update admin.account set active = false where id in (${staff.id}, ${person.id})`),
    );
  });

  it('accepts one of 50 concurrent answers with the same code', async () => {
    const { person, colleague } = await lost();
    await askFor(person);
    const code = await codeFor(colleague);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => accept(colleague, code, `198.51.100.${at}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, code: refusal }) => status === 400 && refusal === 'identity_code_invalid')).toHaveLength(49);
    const resets = await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(em, sql`select id from admin.audit where account_id = ${person.id} and kind = 'second_factor_reset'`),
    );
    expect(resets).toHaveLength(1);
  });

  it('gives the same error to the requester, to another organisation, and for an unknown code', async () => {
    const { person, colleague, secret } = await lost();
    const elsewhere = await makePerson(testAdmin);
    await elsewhere.signIn();
    await askFor(person);
    const code = await codeFor(colleague);
    for (const tried of [check, accept, decline]) {
      expect(await tried(elsewhere, code)).toMatchObject(REFUSED);
      expect(await tried(colleague, 'no-such-code')).toMatchObject(REFUSED);
      // A person whose second factor is pending approves nobody, themselves least of all.
      expect(await tried(person, code)).toMatchObject({ status: 401, code: 'second_factor_due' });
    }
    const whole = { ...person.caller, pending: false };
    expect(await person.call('POST', `${PATH}/confirm_identity/`, { code }, whole)).toMatchObject(REFUSED);
    // An API token approves nobody.
    expect(await colleague.call('POST', `${PATH}/confirm_identity/`, { code }, { token: colleague.id })).toMatchObject({
      status: 403,
      code: 'session_only',
    });
    expect((await person.confirm(codeOf(secret, 1))).status).toBe(200);
  });

  it('refuses a colleague who was moved or deactivated meanwhile', async () => {
    const { person, colleague } = await lost();
    const elsewhere = await makePerson(testAdmin);
    await askFor(person);
    const code = await codeFor(colleague);
    const set = (change: Parameters<typeof rows>[1]) => testAdmin.database.inScope(IDENTITY, (em) => rows(em, change));
    await set(sql`update admin.account set organisation_id = ${elsewhere.organisation} where id = ${colleague.id}`);
    expect(await accept(colleague, code)).toMatchObject(REFUSED);
    await set(sql`update admin.account set organisation_id = ${person.organisation}, active = false where id = ${colleague.id}`);
    expect(await accept(colleague, code)).toMatchObject({ status: 401 });
    await set(sql`update admin.account set active = true where id = ${colleague.id}`);
    expect((await accept(colleague, code)).status).toBe(200);
  });

  it.each<[string, (person: Person, secret: string) => Promise<unknown>]>([
    ['its owner got in after all', (person, secret) => person.confirm(codeOf(secret, 1))],
    [
      '24 hours went by',
      (person) =>
        testAdmin.database.inScope(IDENTITY, (em) =>
          rows(
            em,
            sql`update admin.identity_request set expires = expires - make_interval(secs => ${IDENTITY_SECONDS}) where account_id = ${person.id}`,
          ),
        ),
    ],
    [
      'the password was changed',
      async (person) => {
        // In a browser where the owner is still signed in.
        const change = { old_password: PASSWORD, new_password: 'Vasilek-Na-Pole-7' };
        expect((await person.call('PATCH', '/api/password/', change, { pending: false })).status).toBe(200);
      },
    ],
    [
      'the account was deactivated',
      (person) =>
        testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`update admin.account set active = false where id = ${person.id}`)),
    ],
  ])('closes a request once %s', async (_, happens) => {
    const { person, colleague, secret } = await lost();
    await askFor(person);
    const code = await codeFor(colleague);
    expect((await check(colleague, code)).status).toBe(200);
    await happens(person, secret);
    expect(await accept(colleague, code)).toMatchObject(REFUSED);
  });

  it('stores codes as hashes, and none in the outbox', async () => {
    const { person, colleague } = await lost();
    await askFor(person);
    const code = await codeFor(colleague);
    const stored = await testAdmin.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`select row_to_json(c) as code, (select json_agg(m) from admin.mail m) as mails from admin.identity_code c`),
    );
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(JSON.stringify(stored)).toContain(sha256Hex(code));
  });

  it('can be requested a limited number of times, and only with an active second factor', async () => {
    const { person, colleague } = await lost();
    for (let asked = 0; asked < REQUEST_LIMITS.account.attempts; asked += 1) expect((await askFor(person)).status).toBe(200);
    expect(await askFor(person)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(await askFor(colleague)).toMatchObject({ status: 409, code: 'two_factor_inactive' });
    const many = await makePerson(testAdmin);
    await many.signIn();
    let last = await askFor(many, '203.0.113.200');
    for (let tries = 0; tries < REQUEST_LIMITS.address.attempts && last.status !== 429; tries += 1)
      last = await askFor(many, '203.0.113.200');
    expect(last.status).toBe(429);
  });
});
