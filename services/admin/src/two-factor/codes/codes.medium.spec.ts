import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IDENTITY, newId, row, rows, sql } from '@leakwatch/platform';
import { countRecoveryCodes, redeemRecoveryCode } from './recovery-code.store.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { activateFactor, secondFactorOf, redeemStep } from '../second-factor.store.ts';
import { codeOf, INVALID_CODE, makePerson, openTestAdmin, type TestAdmin, statusOf } from '../../fixtures/person.fixture.ts';

const AT_ONCE = 50;
/** Each attempt has an address of its own, so that the rate limit of an address does not refuse it. */
const address = (at: number) => ({ address: `192.0.2.${at}` });

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());
const inIdentity = <T>(work: Parameters<typeof testAdmin.database.inScope<T>>[1]) => testAdmin.database.inScope(IDENTITY, work);

describe('a code works once', () => {
  it(`also with ${AT_ONCE} concurrent uses`, async () => {
    const person = await makePerson(testAdmin);
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
    expect(await person.confirm(code)).toMatchObject(INVALID_CODE);
    // It also invalidates the code of the step before.
    expect(await person.confirm(codeOf(secret, -1))).toMatchObject(INVALID_CODE);
  });

  it(`PostgreSQL accepts one of ${AT_ONCE} concurrent uses of a step, a recovery code and a set-up`, async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { codes } = await person.setUp();
    const factor = await inIdentity((em) => secondFactorOf(em, person.id));
    const many = (work: Parameters<typeof inIdentity<boolean>>[0]) =>
      Promise.all(Array.from({ length: AT_ONCE }, () => inIdentity(work))).then((all) => all.filter(Boolean).length);
    const step = Math.floor(Date.now() / 30_000) + 5;
    expect(await many((em) => redeemStep(em, factor?.id ?? '', step))).toBe(1);
    const hash = hashRecoveryCode(person.id, (codes[0] ?? '').replaceAll('-', ''));
    expect(await many((em) => redeemRecoveryCode(em, person.id, hash))).toBe(1);
    expect(await inIdentity((em) => countRecoveryCodes(em, person.id))).toBe(9);
    await inIdentity((em) =>
      rows(em, sql`update admin.second_factor set active = false, activated = null where account_id = ${person.id}`),
    );
    expect(await many((em) => activateFactor(em, factor?.id ?? '', step))).toBe(1);
    expect(await many((em) => activateFactor(em, newId(), step))).toBe(0);
  });

  it('a recovery code replaces a code of the app, once', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { codes } = await person.setUp();
    await person.signIn();
    expect((await person.confirm((codes[3] ?? '').toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await statusOf(person)).toMatchObject({ recovery_codes: 9 });
    await person.signIn();
    expect(await person.confirm(codes[3] ?? '')).toMatchObject(INVALID_CODE);
    expect((await person.confirm(codes[4] ?? '')).status).toBe(200);
  });

  it('codes of another account are invalid', async () => {
    const [person, other] = [await makePerson(testAdmin), await makePerson(testAdmin)];
    for (const one of [person, other]) await one.signIn();
    await person.setUp();
    const { codes, secret } = await other.setUp();
    await person.signIn();
    expect(await person.confirm(codes[0] ?? '')).toMatchObject(INVALID_CODE);
    expect(await person.confirm(codeOf(secret, 1))).toMatchObject(INVALID_CODE);
  });
});

describe('in the database', () => {
  it('neither seed nor recovery codes are readable, and a seed that was copied to another account cannot be decrypted', async () => {
    const person = await makePerson(testAdmin);
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
    const thief = await makePerson(testAdmin);
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
