import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256Hex } from '@leakwatch/platform';
import { CODE_LIMITS } from './code-rate-limit.ts';
import { codeOf, makePerson, openTestAdmin, type TestAdmin } from '../../fixtures/person.fixture.ts';

const AT_ONCE = 50;
const INVALID = { status: 400, code: 'two_factor_code_invalid' };
const address = (at: number) => ({ address: `192.0.2.${at}` });

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());

describe('attempts of codes', () => {
  it('are limited from one address and from many, with the same answer for valid and invalid codes, and the owner can still sign in', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { secret, codes } = await person.setUp();
    await person.signIn();
    const { attempts } = CODE_LIMITS.accountAndAddress;
    for (let at = 0; at < attempts; at += 1) expect(await person.confirm('000000', address(7))).toMatchObject(INVALID);
    const slowed = { status: 429, code: 'too_many_requests' };
    expect(await person.confirm('000000', address(7))).toMatchObject(slowed);
    expect(await person.confirm(codeOf(secret, 1), address(7))).toMatchObject(slowed);
    for (let at = 0; at < CODE_LIMITS.accountElsewhereADay.attempts; at += 1) await person.confirm('000000', address(100 + at));
    expect(await person.confirm(codeOf(secret, 1), address(200))).toMatchObject(slowed);
    // With a recovery code from anywhere, and with the app from a known address.
    expect((await person.confirm(codes[0] ?? '', address(201))).status).toBe(200);
    await person.signIn();
    expect((await person.confirm(codeOf(secret, 1))).status).toBe(200);
  });

  it('from one address have a daily limit, and refused attempts of a burst do not count for it', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    await person.setUp();
    await person.signIn();
    const day = async () => Number(await testAdmin.redis.get(`rate:code_account_day:${sha256Hex(`${person.id}|${address(7).address}`)}`));
    const burst = () => Promise.all(Array.from({ length: AT_ONCE }, () => person.confirm('000000', address(7))));
    expect((await burst()).filter((reply) => reply.status === 429)).toHaveLength(AT_ONCE - CODE_LIMITS.accountAndAddress.attempts);
    expect(await day()).toBe(CODE_LIMITS.accountAndAddress.attempts);
    await testAdmin.redis.set(
      `rate:code_account_day:${sha256Hex(`${person.id}|${address(7).address}`)}`,
      CODE_LIMITS.accountAndAddressADay.attempts,
    );
    await testAdmin.redis.del(`rate:code_account:${sha256Hex(`${person.id}|${address(7).address}`)}`);
    expect(await person.confirm('000000', address(7))).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('that succeed do not count for the limit of an office', async () => {
    const person = await makePerson(testAdmin);
    await person.signIn();
    const { codes } = await person.setUp();
    const office = { address: '198.51.100.1' };
    const tried = async () => Number(await testAdmin.redis.get(`rate:code_address:${sha256Hex(office.address)}`));
    await person.signIn();
    await person.confirm('000000', office);
    expect(await tried()).toBe(1);
    for (const code of codes.slice(0, 3)) {
      expect((await person.confirm(code, office)).status).toBe(200);
      await person.signIn();
    }
    expect(await tried()).toBe(1);
  });
});
