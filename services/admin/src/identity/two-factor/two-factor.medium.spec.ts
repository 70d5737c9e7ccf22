import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { epochKey, sessionKey, sessionRecord } from '@leakwatch/contracts';
import { IDENTITY, newId, row, rows, sha256Hex, sql } from '@leakwatch/platform';
import { accountById } from '../account.store.ts';
import { SessionStore } from '../session.store.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-code.store.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { activateFactor, keepPendingFactor, secondFactorOf, spendStep } from './second-factor.store.ts';
import { codeOf, makePerson, openPlace, type Person, type Place } from './two-factor.fixture.ts';

const AT_ONCE = 50;
/** Everybody tries from an address of their own, so that the throttle by address is not what stops them. */
const address = (at: number) => ({ address: `192.0.2.${at}` });
const INVALID = { status: 400, code: 'two_factor_code_invalid' };

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const status = async (person: Person) => (await person.call('GET', '/api/profile/two_factor/status/')).answer;
/** Whether a session of that caller would still open the gateway's doors. */
async function isOpen(session: string | null): Promise<boolean> {
  const text = await place.redis.get(sessionKey(session ?? ''));
  if (text === null) return false;
  const record = sessionRecord.parse(JSON.parse(text));
  return Number(await place.redis.get(epochKey(record.account.id))) === record.epoch;
}
const inIdentity = <T>(work: Parameters<typeof place.database.inScope<T>>[1]) => place.database.inScope(IDENTITY, work);

describe('the order of signing in', () => {
  it('nothing set up and nothing asked for: in', async () => {
    const person = await makePerson(place);
    await person.signIn();
    expect(person.caller.half).toBe(false);
    expect(await status(person)).toEqual({ active: false, two_factor: false, tfa_company: false, due: false, recovery_codes: 0 });
  });

  it('mandatory and not set up: set-up, then in with a new session', async () => {
    const person = await makePerson(place, true);
    await person.signIn();
    const { session } = person.caller;
    expect(person.caller.half).toBe(true);
    expect(await status(person)).toEqual({ active: false, two_factor: true, tfa_company: true, due: true, recovery_codes: null });
    const { codes } = await person.setUp();
    expect(codes).toHaveLength(10);
    expect(person.caller).toMatchObject({ half: false });
    expect(person.caller.session).not.toBe(session);
    expect(await isOpen(session)).toBe(false);
    expect(await isOpen(person.caller.session)).toBe(true);
    expect(await status(person)).toEqual({ active: true, two_factor: true, tfa_company: true, due: false, recovery_codes: 10 });
  });

  it('set up: code, then in with a new session', async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { secret } = await person.setUp();
    await person.signIn();
    const { session } = person.caller;
    expect(person.caller.half).toBe(true);
    expect(await person.confirm('000000')).toMatchObject(INVALID);
    expect(person.caller.half).toBe(true);
    expect((await person.confirm(codeOf(secret, 1))).answer).toMatchObject({ username: 'irina', user_id: person.id, recovery_codes: [] });
    expect(person.caller.half).toBe(false);
    expect(await isOpen(session)).toBe(false);
    expect(await isOpen(person.caller.session)).toBe(true);
  });

  it('a half-signed-in session reaches nothing else, in the service too', async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { secret } = await person.setUp();
    await person.signIn();
    for (const path of ['disable', 'recovery_codes', 'disable_2fa_admin'])
      expect(await person.call('POST', `/api/profile/two_factor/${path}/`, { token: codeOf(secret, 1) })).toMatchObject({
        status: 401,
        code: 'second_factor_due',
      });
    // Nor does it put another seed in the place of the owner's.
    expect(await person.call('POST', '/api/profile/two_factor/add/')).toMatchObject({ status: 409, code: 'two_factor_active' });
    expect((await person.call('POST', '/api/logout/')).status).toBe(200);
    expect(await isOpen(person.caller.session)).toBe(false);
    expect(await person.confirm(codeOf(secret, 1))).toMatchObject({ status: 401, code: 'not_authenticated' });
  });

  it('a half-signed-in session of before a change of the account never becomes whole', async () => {
    const [person, staff] = [await makePerson(place), await makePerson(place, false, true)];
    await person.signIn();
    const { secret } = await person.setUp();
    await person.signIn();
    await inIdentity((em) => rows(em, sql`update admin.account set epoch = epoch + 1 where id = ${person.id}`));
    expect(await person.confirm(codeOf(secret, 1))).toMatchObject({ status: 401, code: 'not_authenticated' });
    await staff.signIn();
    expect((await staff.call('POST', `/api/profile/two_factor/disable_2fa_admin/?user_id=${person.id}`)).status).toBe(200);
    await person.signIn();
    expect(person.caller.half).toBe(false);
  });
});

describe('changes that meet', () => {
  it('a sign-in that read the account before a change does not take the change back', async () => {
    const person = await makePerson(place);
    await person.signIn();
    const before = await inIdentity((em) => accountById(em, person.id));
    if (before === undefined) throw new Error('the account is gone');
    const stale = person.caller.session;
    await person.setUp();
    const late = sha256Hex(await place.app.get(SessionStore).open(before, false));
    expect([await isOpen(stale), await isOpen(late), await isOpen(person.caller.session)]).toEqual([false, false, true]);
  });

  it('a set-up that began before another finished does not replace it', async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { secret } = await person.setUp();
    expect(await inIdentity((em) => keepPendingFactor(em, person.id, newId(), Buffer.from('another')))).toBe(false);
    await person.signIn();
    expect((await person.confirm(codeOf(secret, 1))).status).toBe(200);
  });
});

describe('a code works once', () => {
  it(`also when ${AT_ONCE} use it at once`, async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { secret } = await person.setUp();
    await person.signIn();
    const code = codeOf(secret, 1);
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => person.confirm(code, address(at))));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(new Set(replies.filter((reply) => reply.status !== 200).map(({ code: refusal }) => refusal))).toEqual(
      new Set(['two_factor_code_invalid', 'too_many_requests']),
    );
    await person.signIn();
    expect(await person.confirm(code)).toMatchObject(INVALID);
    // One of the step before is over with it.
    expect(await person.confirm(codeOf(secret, -1))).toMatchObject(INVALID);
  });

  it(`PostgreSQL lets one of ${AT_ONCE} through, of steps, recovery codes and set-ups`, async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { codes } = await person.setUp();
    const factor = await inIdentity((em) => secondFactorOf(em, person.id));
    const many = (work: Parameters<typeof inIdentity<boolean>>[0]) =>
      Promise.all(Array.from({ length: AT_ONCE }, () => inIdentity(work))).then((all) => all.filter(Boolean).length);
    const step = Math.floor(Date.now() / 30_000) + 5;
    expect(await many((em) => spendStep(em, factor?.id ?? '', step))).toBe(1);
    const hash = hashRecoveryCode(person.id, (codes[0] ?? '').replaceAll('-', ''));
    expect(await many((em) => spendRecoveryCode(em, person.id, hash))).toBe(1);
    expect(await inIdentity((em) => countRecoveryCodes(em, person.id))).toBe(9);
    await inIdentity((em) =>
      rows(em, sql`update admin.second_factor set active = false, activated = null where account_id = ${person.id}`),
    );
    expect(await many((em) => activateFactor(em, factor?.id ?? '', step))).toBe(1);
    expect(await many((em) => activateFactor(em, newId(), step))).toBe(0);
  });

  it('a recovery code stands in for a code, once', async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { codes } = await person.setUp();
    await person.signIn();
    expect((await person.confirm((codes[3] ?? '').toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await status(person)).toMatchObject({ recovery_codes: 9 });
    await person.signIn();
    expect(await person.confirm(codes[3] ?? '')).toMatchObject(INVALID);
    expect((await person.confirm(codes[4] ?? '')).status).toBe(200);
  });

  it('another account’s codes are wrong codes', async () => {
    const [person, other] = [await makePerson(place), await makePerson(place)];
    for (const one of [person, other]) await one.signIn();
    await person.setUp();
    const { codes, secret } = await other.setUp();
    await person.signIn();
    expect(await person.confirm(codes[0] ?? '')).toMatchObject(INVALID);
    expect(await person.confirm(codeOf(secret, 1))).toMatchObject(INVALID);
  });
});

describe('at rest', () => {
  it('neither seed nor recovery codes are readable, and a moved seed opens nothing', async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { secret, codes } = await person.setUp();
    const stored = await inIdentity(async (em) => ({
      factor: await row(
        em,
        sql`select account_id, encode(seed, 'escape') as seed from admin.second_factor where account_id = ${person.id}`,
      ),
      codes: await rows(em, sql`select account_id, hash, used from admin.recovery_code where account_id = ${person.id}`),
    }));
    const text = JSON.stringify(stored);
    expect(stored.codes).toHaveLength(10);
    expect(text).not.toContain(secret);
    for (const code of codes) expect(text).not.toContain(code.replaceAll('-', ''));
    const thief = await makePerson(place);
    await thief.signIn();
    await thief.setUp();
    await inIdentity((em) =>
      rows(
        em,
        sql`update admin.second_factor set seed = (select seed from admin.second_factor where account_id = ${thief.id})
            where account_id = ${person.id}`,
      ),
    );
    await person.signIn();
    expect((await person.confirm('123456')).status).toBe(500);
  });
});

describe('changes', () => {
  it('setting up, new codes and switching off end the other sessions, and renew this one', async () => {
    const person = await makePerson(place);
    const ends = async (change: () => Promise<{ status: number } | object>) => {
      await person.signIn();
      if (person.caller.half) await person.confirm(recovery.pop() ?? '');
      const other = person.caller.session;
      await person.signIn();
      if (person.caller.half) await person.confirm(recovery.pop() ?? '');
      const before = person.caller.session;
      expect(await isOpen(other)).toBe(true);
      await change();
      expect([await isOpen(other), await isOpen(before), await isOpen(person.caller.session)]).toEqual([false, false, true]);
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
    expect(await status(person)).toMatchObject({ active: false, recovery_codes: 0 });
  });

  it('new recovery codes need a code of the app, and end the old ones', async () => {
    const person = await makePerson(place);
    await person.signIn();
    const { secret, codes } = await person.setUp();
    const renew = (token: string) => person.call('POST', '/api/profile/two_factor/recovery_codes/', { token });
    expect(await renew(codes[0] ?? '')).toMatchObject(INVALID);
    expect((await renew(codeOf(secret, 1))).status).toBe(200);
    await person.signIn();
    expect(await person.confirm(codes[0] ?? '')).toMatchObject(INVALID);
  });

  it('switching off needs a code, and is 503 where the organisation makes it mandatory', async () => {
    const [person, bound] = [await makePerson(place), await makePerson(place, true)];
    const disable = (one: Person, body: object = {}) => one.call('POST', '/api/profile/two_factor/disable/', body);
    await person.signIn();
    expect(await disable(person)).toMatchObject({ status: 409, code: 'two_factor_inactive' });
    const { secret } = await person.setUp();
    expect(await disable(person)).toMatchObject(INVALID);
    expect(await disable(person, { token: '000000' })).toMatchObject(INVALID);
    expect((await disable(person, { token: codeOf(secret, 1) })).status).toBe(200);
    await bound.signIn();
    const made = await bound.setUp();
    for (const body of [{}, { token: codeOf(made.secret, 1) }])
      expect(await disable(bound, body)).toMatchObject({ status: 503, code: 'two_factor_mandatory' });
    expect(await status(bound)).toMatchObject({ active: true });
  });

  it('where the organisation rules, only signing in sets it up', async () => {
    const person = await makePerson(place, true);
    await person.signIn();
    expect(await person.call('GET', '/api/profile/two_factor/add/', undefined, { half: false })).toMatchObject({
      status: 403,
      code: 'two_factor_by_organisation',
    });
  });

  it('a seed that was replaced by a newer one confirms nothing', async () => {
    const person = await makePerson(place);
    await person.signIn();
    expect(await person.confirm('123456')).toMatchObject({ status: 409, code: 'two_factor_not_begun' });
    const first = String((await person.call('GET', '/api/profile/two_factor/add/')).answer['secret']);
    await person.call('GET', '/api/profile/two_factor/add/');
    expect(await person.confirm(codeOf(first))).toMatchObject(INVALID);
    expect(await status(person)).toMatchObject({ active: false });
  });

  it('only staff reset', async () => {
    const [person, other, staff] = [await makePerson(place), await makePerson(place), await makePerson(place, false, true)];
    for (const one of [person, other, staff]) await one.signIn();
    await person.setUp();
    const path = `/api/profile/two_factor/disable_2fa_admin/?user_id=${person.id}`;
    expect(await other.call('POST', path)).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await staff.call('POST', path)).status).toBe(200);
    expect(await isOpen(person.caller.session)).toBe(false);
    await person.signIn();
    expect(person.caller.half).toBe(false);
    expect((await staff.call('POST', `/api/profile/two_factor/disable_2fa_admin/?user_id=${newId()}`)).status).toBe(404);
  });
});
