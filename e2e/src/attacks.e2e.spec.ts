import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { errorAnswer, PUBLIC_ROUTES } from '@leakwatch/contracts';
import { botToken } from '@leakwatch/local';
import { asConsole, ask, type Cookies, cookiesOf, signIn } from './product/api.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const NOBODY = '00000000-0000-4000-8000-000000000000';
let product: Product;
let url: string;
let ours: Cookies;
let theirs: Cookies;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  const staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  theirs = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 2 });
});
afterAll(async () => {
  await product?.stop();
});

const who = async (cookies: Cookies) => {
  const { status, body } = await ask(url, 'GET', '/api/profile/', { cookies });
  return status === 200 && typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
};
const credentials = async () => ({ login: product.email, password: PASSWORD, token: await botToken(url) });

describe('a session planted in the browser (fixation)', () => {
  test('the sign-in ends an attacker’s session, which never becomes the victim’s', async () => {
    const planted = await signIn(url, 'user@vasilek.example', PASSWORD);
    const answer = await ask(url, 'POST', '/api/login/', asConsole(planted, await credentials()));
    expect(answer.status).toBe(200);
    const fresh = cookiesOf(answer);
    expect(fresh.session).not.toBe(planted.session);
    expect(fresh.csrf).not.toBe(planted.csrf);
    expect([await who(fresh), await who(planted)]).toEqual([product.email, null]);
  });

  test('the server replaces an invented one by its own', async () => {
    const made = { session: 'a'.repeat(43), csrf: 'b'.repeat(43) };
    const answer = await ask(url, 'POST', '/api/login/', asConsole(made, await credentials()));
    const fresh = cookiesOf(answer);
    expect([fresh.session === made.session, fresh.csrf === made.csrf]).toEqual([false, false]);
    expect([await who(fresh), await who(made)]).toEqual([product.email, null]);
  });
});

describe('requests from another site', () => {
  const changing = PUBLIC_ROUTES.filter((route) => route.changesState);
  const attempts: readonly (readonly [string, () => Parameters<typeof ask>[3]])[] = [
    ['no token', () => ({ cookies: { session: ours.session } })],
    ['the token in the cookie alone', () => ({ cookies: ours })],
    ['the token of another session', () => asConsole({ session: ours.session, csrf: theirs.csrf })],
    ['a cross-site request', () => ({ cookies: ours, headers: { 'x-csrftoken': ours.csrf, 'sec-fetch-site': 'cross-site' } })],
    ['a same-site request', () => ({ cookies: ours, headers: { 'x-csrftoken': ours.csrf, 'sec-fetch-site': 'same-site' } })],
  ];

  test.each(attempts)('with %s: every route that changes state refuses', async (_, asking) => {
    expect(changing.length).toBeGreaterThan(30);
    for (const route of changing) {
      const path = route.path.replaceAll(/\{\w+\}/g, NOBODY);
      const { status, code } = await ask(url, route.method, path, asking());
      expect({ route: `${route.method} ${path}`, status, code }).toEqual({
        route: `${route.method} ${path}`,
        status: 403,
        code: 'csrf_failed',
      });
    }
    expect(await who(ours)).toBe(product.email);
  });

  test('another site cannot sign a user in', async () => {
    const from = { 'sec-fetch-site': 'cross-site' };
    expect((await ask(url, 'POST', '/api/login/', { body: await credentials(), headers: from })).code).toBe('csrf_failed');
  });
});

test('a refused sign-in has the same body and headers for a wrong password and for an unknown e-mail', async () => {
  const refused = async (login: string) => {
    const { status, body, headers } = await ask(url, 'POST', '/api/login/', {
      body: { login, password: 'Wrong-password-1', token: await botToken(url) },
    });
    const { request_id: _, ...said } = errorAnswer.parse(body);
    return { status, said, headers: [...headers.keys()].sort(), length: headers.get('content-length') };
  };
  expect(await refused('nobody@romashka.example')).toEqual(await refused(product.email));
});
