import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makePerson, openTestAdmin, type TestAdmin } from '../fixtures/person.fixture.ts';
import { LOGIN_LIMITS, LoginRateLimit } from './login-rate-limit.ts';

const EMAIL = 'irina@corp.example';
const SLOWED = { code: 'too_many_requests', status: 429 };
const from = (address: string, shared?: true) => ({ address, ...(shared && { shared }) });
/** An address of its own for each attempt. */
const elsewhere = (at: number) => from(`10.${Math.floor(at / 250)}.${at % 250}.1`);

let admin: TestAdmin;
let limit: LoginRateLimit;
beforeAll(async () => {
  admin = await openTestAdmin();
  limit = admin.app.get(LoginRateLimit, { strict: false });
});
afterAll(() => admin?.close());
beforeEach(() => admin.redis.flushdb());

/** How many of so many attempts are let through. */
async function passing(times: number, attempt: (at: number) => Promise<void>): Promise<number> {
  let passed = 0;
  for (let at = 0; at < times; at += 1) {
    const refused = await attempt(at).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refused === undefined) passed += 1;
    else expect(refused).toMatchObject(SLOWED);
  }
  return passed;
}

describe('attempts to sign in', () => {
  it('count all addresses of an IPv6 network of /64 as one, and neighbouring networks apart', async () => {
    const { attempts } = LOGIN_LIMITS.accountAndAddress;
    expect(await passing(attempts + 5, (at) => limit.count(EMAIL, from(`2001:db8:1:2::${at.toString(16)}`)))).toBe(attempts);
    expect(await passing(1, () => limit.count(EMAIL, from('2001:db8:1:3::1')))).toBe(1);
  });

  it('have a bound for each account from all addresses, beyond which every address has a few left: it slows and locks nobody out', async () => {
    const { account, slowed } = LOGIN_LIMITS;
    expect(await passing(account.attempts, (at) => limit.count(EMAIL, elsewhere(at)))).toBe(account.attempts);
    const other = from('192.0.2.7');
    expect(await passing(20, () => limit.count(EMAIL, other))).toBe(slowed.attempts);
    // The owner has an address of the own, on the worst day too.
    expect(await passing(500, (at) => limit.count(EMAIL, elsewhere(1_000 + at)))).toBe(500);
    expect(await passing(1, () => limit.count(EMAIL, from('198.51.100.7')))).toBe(1);
    expect(await passing(1, () => limit.count('other@corp.example', other))).toBe(1);
  });

  it('that succeed count for no account, and give the address its tries back', async () => {
    const owner = from('198.51.100.7');
    for (let at = 0; at < LOGIN_LIMITS.account.attempts; at += 1) {
      await limit.count(EMAIL, elsewhere(at));
      await limit.passed(EMAIL, elsewhere(at));
    }
    expect(await passing(LOGIN_LIMITS.accountAndAddress.attempts, () => limit.count(EMAIL, owner))).toBe(10);
    await admin.redis.flushdb();
    await passing(LOGIN_LIMITS.account.attempts, (at) => limit.count(EMAIL, elsewhere(at)));
    expect(await passing(9, () => limit.count(EMAIL, owner))).toBe(LOGIN_LIMITS.slowed.attempts);
    await limit.passed(EMAIL, owner);
    expect(await passing(1, () => limit.count(EMAIL, owner))).toBe(1);
  });

  it('behind a proxy that is not trusted: a hundred a minute do not lock everyone out', async () => {
    const { attempts } = LOGIN_LIMITS.address;
    const proxy = '10.0.0.1';
    expect(await passing(attempts + 1, (at) => limit.count(`person-${at}@corp.example`, from(proxy)))).toBe(attempts);
    expect(await passing(attempts + 1, (at) => limit.count(`guess-${at}@corp.example`, from(proxy, true)))).toBe(attempts + 1);
    const person = await makePerson(admin);
    expect((await person.call('POST', '/api/login/', { login: person.email, password: 'wrong' }, { address: proxy })).status).toBe(429);
    expect(
      (await person.call('POST', '/api/login/', { login: person.email, password: 'wrong' }, { address: proxy, shared: true })).code,
    ).toBe('credentials_invalid');
  });
});

describe('an attempt without the proof of work', () => {
  let checking: TestAdmin;
  beforeAll(async () => {
    checking = await openTestAdmin({ BOT_CHECK: 'altcha' });
  });
  afterAll(() => checking?.close());

  it('is refused before it is counted, so it uses up nobody’s attempts', async () => {
    const person = await makePerson(checking);
    const attempt = (path: string, body: object) => person.call('POST', path, body, { address: '192.0.2.9' });
    for (let at = 0; at <= LOGIN_LIMITS.accountAndAddress.attempts; at += 1)
      expect(await attempt('/api/login/', { login: person.email, password: 'wrong' })).toMatchObject({ code: 'bot_check_failed' });
    for (let at = 0; at <= 30; at += 1)
      expect(await attempt('/api/recovery/', { email: person.email })).toMatchObject({ code: 'bot_check_failed' });
    expect(await checking.redis.keys('rate:*')).toEqual([]);
  });
});
