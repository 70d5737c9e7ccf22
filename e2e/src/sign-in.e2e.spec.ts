import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  epochKey,
  getSettings,
  PENDING_SESSION_SECONDS,
  POLL_HEADER,
  PUBLIC_ROUTES,
  sessionKey,
  sessionRecord,
  setLocale,
} from '@leakwatch/contracts';
import { botToken } from '@leakwatch/local';
import { createLogger, openRedis, sha256Hex } from '@leakwatch/platform';
import { asConsole, ask, type Cookies, cookiesOf, signIn } from './product/api.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';
import { codeOf, setUpSecondFactor } from './product/second-factor.ts';

jest.setTimeout(600_000);

/** `SESSION_ABSOLUTE_SECONDS` where nothing sets it. */
const SESSION_SECONDS = 43_200;
const NOBODY = '00000000-0000-4000-8000-000000000000';

let product: Product;
let url: string;
let ours: Cookies;
let staff: Cookies;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 2 });
});
afterAll(async () => {
  await product?.stop();
});

describe('signing in', () => {
  test('a session is prolonged by user actions, not by polls, and ends with its account’s epoch', async () => {
    const cookies = await signIn(url, product.email, PASSWORD);
    const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
    const key = sessionKey(sha256Hex(cookies.session));
    await redis.expire(key, 100);
    const poll = asConsole(cookies);
    await ask(url, 'GET', '/api/events/', { ...poll, headers: { ...poll.headers, [POLL_HEADER]: '1' } });
    expect(await redis.ttl(key)).toBeLessThanOrEqual(100);
    await ask(url, 'GET', '/api/events/', poll);
    expect(await redis.ttl(key)).toBeGreaterThan(100);
    const record = sessionRecord.parse(JSON.parse((await redis.get(key)) ?? ''));
    const epoch = epochKey(record.account.id);
    await redis.incr(epoch);
    expect((await ask(url, 'GET', '/api/settings/', poll)).code).toBe('not_authenticated');
    await redis.decr(epoch);
    expect((await ask(url, 'GET', '/api/settings/', poll)).status).toBe(200);
    // It ends at its absolute maximum age, however active it is.
    const yesterday = { ...record, created: record.created - SESSION_SECONDS };
    await redis.set(key, JSON.stringify(yesterday), 'KEEPTTL');
    expect((await ask(url, 'GET', '/api/settings/', poll)).code).toBe('not_authenticated');
    redis.disconnect();
  });

  test('a refused sign-in reveals nothing, and too many are rate limited', async () => {
    const refused = async (login: string, password: string) =>
      ask(url, 'POST', '/api/login/', { body: { login, password, token: await botToken(url) } });
    const spelled = ({ status, body, headers }: Awaited<ReturnType<typeof refused>>) => {
      expect(headers.getSetCookie()).toEqual([]);
      return { status, ...(typeof body === 'object' && body !== null && { ...body, request_id: '' }) };
    };
    const known = spelled(await refused('user@vasilek.example', 'Wrong-2026'));
    expect(known).toMatchObject({ status: 401, code: 'credentials_invalid' });
    expect(spelled(await refused('nobody@vasilek.example', 'Wrong-2026'))).toEqual(known);
    let last = await refused('slow@vasilek.example', 'Wrong-2026');
    for (let tries = 0; tries < 12 && last.status === 401; tries += 1) last = await refused('slow@vasilek.example', 'Wrong-2026');
    expect({ status: last.status, code: last.code }).toEqual({ status: 429, code: 'too_many_requests' });
    // Another account from the same address still gets in.
    expect((await refused(product.email, PASSWORD)).status).toBe(200);
  });

  test('a password set by staff must be changed before anything else', async () => {
    const email = 'new@vasilek.example';
    const account = { email, username: 'new', default_password: PASSWORD, change_password: true };
    expect((await ask(url, 'POST', '/api/control/accounts/', asConsole(staff, account))).status).toBe(200);
    const cookies = await signIn(url, email, PASSWORD);
    const open = PUBLIC_ROUTES.filter(
      (route) => route.access === 'user' && route.path !== getSettings.path && route.path !== setLocale.path,
    );
    for (const route of open)
      expect((await ask(url, route.method, route.path.replaceAll(/\{\w+\}/g, NOBODY), asConsole(cookies))).code).toBe(
        'password_change_due',
      );
    expect(await ask(url, 'GET', getSettings.path, asConsole(cookies))).toMatchObject({ status: 200, body: { change_password: true } });
    const change = asConsole(cookies, { old_password: PASSWORD, new_password: 'Vasilek-Na-Pole-7', token: await botToken(url) });
    const renewed = cookiesOf(await ask(url, 'PATCH', '/api/password/', change));
    expect((await ask(url, 'GET', '/api/profile/', asConsole(renewed))).status).toBe(200);
    expect((await ask(url, 'GET', '/api/profile/', asConsole(cookies))).code).toBe('not_authenticated');
  });

  test('an incomplete sign-in reaches only the routes that complete it; completing it changes the session ID', async () => {
    const email = 'half@vasilek.example';
    await ask(url, 'POST', '/api/control/accounts/', asConsole(staff, { email, username: 'half', default_password: PASSWORD }));
    const { secret, cookies: whole } = await setUpSecondFactor(url, await signIn(url, email, PASSWORD));
    const half = await signIn(url, email, PASSWORD);
    const held = PUBLIC_ROUTES.filter((one) => one.access === 'user' || one.access === 'staff');
    expect(held.length).toBeGreaterThan(15);
    for (const route of held) {
      const path = route.path.replaceAll(/\{\w+\}/g, NOBODY);
      const answer = await ask(url, route.method, path, asConsole(half, route.method === 'GET' ? undefined : {}));
      expect({ path, status: answer.status, code: answer.code }).toEqual({ path, status: 401, code: 'second_factor_due' });
    }
    const leadOn = PUBLIC_ROUTES.filter((one) => one.access === 'pending').map((one) => `${one.method} ${one.path}`);
    expect(leadOn.sort()).toEqual([
      'GET /api/logout/',
      'GET /api/profile/two_factor/add/',
      'GET /api/profile/two_factor/status/',
      'POST /api/logout/',
      'POST /api/profile/two_factor/add/',
      'POST /api/profile/two_factor/ask_verify_identity/',
      'POST /api/profile/two_factor/confirm/',
    ]);
    expect(await ask(url, 'GET', '/api/profile/two_factor/status/', asConsole(half))).toMatchObject({ status: 200, body: { due: true } });
    // Polls do not prolong it.
    const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
    expect(await redis.ttl(sessionKey(sha256Hex(half.session)))).toBeLessThanOrEqual(PENDING_SESSION_SECONDS);
    redis.disconnect();
    expect((await ask(url, 'POST', '/api/profile/two_factor/add/', asConsole(half))).code).toBe('two_factor_active');
    const confirm = (cookies: Cookies, token: string) =>
      ask(url, 'POST', '/api/profile/two_factor/confirm/', asConsole(cookies, { token }));
    expect((await confirm(half, '000000')).code).toBe('two_factor_code_invalid');
    // Generated once: a call in the next period would give another code.
    const code = codeOf(secret, 1);
    const passed = await confirm(half, code);
    expect(passed.status).toBe(200);
    const after = cookiesOf(passed);
    expect(after.session).not.toBe(half.session);
    expect((await ask(url, 'GET', '/api/settings/', asConsole(half))).code).toBe('not_authenticated');
    for (const cookies of [after, whole]) expect((await ask(url, 'GET', '/api/settings/', asConsole(cookies))).status).toBe(200);
    // The same code in another sign-in.
    expect((await confirm(await signIn(url, email, PASSWORD), code)).code).toBe('two_factor_code_invalid');
  });

  test('a missing or reused proof of work is refused before the password is checked', async () => {
    const enter = (token: string | undefined, password = PASSWORD) =>
      ask(url, 'POST', '/api/login/', { body: { login: product.email, password, token } });
    expect(await enter(undefined)).toMatchObject({ status: 403, code: 'bot_check_failed' });
    const token = await botToken(url);
    expect((await enter(token, 'Wrong-2026')).code).toBe('credentials_invalid');
    expect((await enter(token)).code).toBe('bot_check_failed');
    expect((await enter(await botToken(url))).status).toBe(200);
    expect((await ask(url, 'POST', '/api/recovery/', { body: { email: product.email } })).code).toBe('bot_check_failed');
    const change = asConsole(ours, { old_password: PASSWORD, new_password: 'Vasilek-Na-Pole-7' });
    expect((await ask(url, 'PATCH', '/api/password/', change)).code).toBe('bot_check_failed');
  });
});
