import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { API_TOKEN_PREFIX, generateTokenPost, listTasks, PUBLIC_ROUTES } from '@leakwatch/contracts';
import { createLogger, newPrefixedToken, openRedis } from '@leakwatch/platform';
import type { Browser } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { botToken } from '@leakwatch/local';
import { asConsole, ask, signIn } from './product/api.ts';
import { logsOf } from './product/mail-box.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const NOBODY = '00000000-0000-4000-8000-000000000000';

let product: Product;
let browser: Browser;
let url: string;

beforeAll(async () => {
  product = await startProduct({}, { LOG_LEVEL: 'debug' });
  url = product.ready.url;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A request of a program: the token and nothing else. */
const withToken = (token: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(url, method, path, { headers: { authorization: `Bearer ${token}`, ...headers }, ...(body !== undefined && { body }) });

async function generateInSettings(): Promise<string> {
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/login?next=%2Fsettings`);
  await page.fill('input[name=username]', product.email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('role=button[name="Sign in"]');
  await page.click('role=button[name="Generate a token"]');
  const token = (await page.locator('[data-token]').innerText()).trim();
  await context.close();
  return token;
}

test('a token from the settings acts as its user, and cannot change the account', async () => {
  const token = await generateInSettings();
  const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
  const sessions = (await redis.keys('session:*')).length;
  const id = await product.startTask('/romashka.git', 'By a token');

  const tasks = await withToken(token, 'GET', '/api/tasks/');
  expect(listTasks.answer.parse(tasks.body).results.map((task) => task.id)).toContain(id);
  expect(tasks.headers.getSetCookie()).toEqual([]);
  expect((await withToken(token, 'GET', '/api/settings/')).body).toMatchObject({ roles: { authenticated: true } });
  // A token needs no CSRF token, from any origin.
  const locale = await withToken(token, 'POST', '/api/control/accounts/set_locale/', { locale: 'en' }, { 'sec-fetch-site': 'cross-site' });
  expect(locale.status).toBe(200);
  expect(await redis.keys('session:*')).toHaveLength(sessions);

  // Only tasks of its own organisation.
  const staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 1 });
  const stranger = await signIn(url, 'user@vasilek.example', PASSWORD);
  const { token: foreign } = generateTokenPost.answer.parse(
    (await ask(url, 'POST', '/api/control/auth-tokens/generate/', asConsole(stranger))).body,
  );
  expect((await withToken(foreign, 'GET', `/api/tasks/${id}/`)).code).toBe('not_found');
  expect((await withToken(token, 'GET', '/api/control/organisations/full/')).code).toBe('forbidden');

  // A leaked token cannot take the account over.
  const closed = PUBLIC_ROUTES.filter((route) => route.sessionOnly === true || route.access === 'pending');
  expect(closed.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/password/', '/api/profile/two_factor/add/', '/api/control/auth-tokens/generate/', '/api/logout/']),
  );
  for (const route of closed) {
    const path = route.path.replaceAll(/\{\w+\}/g, NOBODY);
    const answer = await withToken(token, route.method, path, route.method === 'GET' ? undefined : {});
    expect({ path, status: answer.status, code: answer.code }).toEqual({ path, status: 403, code: 'session_only' });
  }

  // Refused with stable codes: malformed, wrong checksum, unknown.
  const typo = token.slice(0, 10) + (token.charAt(10) === 'a' ? 'b' : 'a') + token.slice(11);
  for (const [shown, code] of [
    ['', 'token_malformed'],
    ['ghp_0123456789', 'token_malformed'],
    [typo, 'token_malformed'],
    [newPrefixedToken(API_TOKEN_PREFIX), 'token_invalid'],
  ] as const)
    expect(await withToken(shown, 'GET', '/api/tasks/')).toMatchObject({ status: 401, code });
  // A valid cookie beside an invalid token does not help.
  const owner = await signIn(url, product.email, PASSWORD);
  const both = { ...asConsole(owner), headers: { authorization: `Bearer ${typo}` } };
  expect((await ask(url, 'GET', '/api/tasks/', both)).code).toBe('token_malformed');

  // While admin, which looks tokens up, is unavailable: a recently used one works, an unknown one cannot be checked.
  await product.ready.services.stop('admin');
  expect((await withToken(token, 'GET', '/api/tasks/')).status).toBe(200);
  expect((await withToken(newPrefixedToken(API_TOKEN_PREFIX), 'GET', '/api/tasks/')).code).toBe('unavailable');
  product.ready.services.start('admin');
  await product.ready.services.waitFor('admin');

  // An emptied Redis ends sessions, not tokens.
  await redis.flushdb();
  expect((await ask(url, 'GET', '/api/tasks/', asConsole(owner))).code).toBe('not_authenticated');
  expect((await withToken(token, 'GET', '/api/tasks/')).status).toBe(200);
  redis.disconnect();

  const again = await signIn(url, product.email, PASSWORD);
  expect((await ask(url, 'GET', '/api/control/auth-tokens/revoke/', { cookies: again })).code).toBe('csrf_failed');
  expect((await ask(url, 'POST', '/api/control/auth-tokens/revoke/', asConsole(again))).status).toBe(200);
  expect((await withToken(token, 'GET', '/api/tasks/')).code).toBe('token_invalid');

  const logs = logsOf(product);
  expect(logs.length).toBeGreaterThan(5);
  expect(logs.filter((log) => [token, typo, foreign].some((secret) => log.includes(secret)))).toEqual([]);
});

test('a changed password revokes the token from the next request on', async () => {
  const staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  const owner = await makeCompany(url, staff, { name: 'Lutik', email: 'user@lutik.example', taskLimit: 1 });
  const { token } = generateTokenPost.answer.parse((await ask(url, 'POST', '/api/control/auth-tokens/generate/', asConsole(owner))).body);
  expect((await withToken(token, 'GET', '/api/tasks/')).status).toBe(200);
  const change = asConsole(owner, { old_password: PASSWORD, new_password: 'Vasilek-Na-Pole-7', token: await botToken(url) });
  expect((await ask(url, 'PATCH', '/api/password/', change)).status).toBe(200);
  expect((await withToken(token, 'GET', '/api/tasks/')).code).toBe('token_invalid');
});
