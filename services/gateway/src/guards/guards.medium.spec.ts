import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CSRF_COOKIE, CSRF_HEADER, CSRF_PURPOSE, LOCALE_HEADER, sessionCookie } from '@leakwatch/contracts';
import { CALLER_HEADER, CallerSigner, sha256Hex, Signer } from '@leakwatch/platform';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

let gateway: TestGateway;
let open: string;
let forwarded: IncomingHttpHeaders = {};

beforeAll(async () => {
  gateway = await openGateway((request, response) => {
    forwarded = request.headers;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  open = await gateway.openSession();
});
afterAll(() => gateway.close());

const csrfOf = (token: string) => new Signer(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS, CSRF_PURPOSE).sign(sha256Hex(token));

async function signIn(session: string, csrf?: string): Promise<string> {
  const cookie = [`${sessionCookie(false)}=${session}`, ...(csrf === undefined ? [] : [`${CSRF_COOKIE}=${csrf}`])].join('; ');
  const headers = { cookie, ...(csrf !== undefined && { [CSRF_HEADER]: csrf }) };
  const reply = await gateway.inject({ method: 'POST', url: '/api/login/', headers, payload: {} });
  return `${reply.statusCode} ${reply.json<{ code?: string }>().code ?? ''}`;
}

it('cookies of no session, such as those of another installation on the host, do not prevent a sign-in', async () => {
  expect(await signIn('left-over')).toBe('200 ');
  expect(await signIn('left-over', 'of-another-installation')).toBe('200 ');
});

it('a session that is open needs its own token, whatever the route', async () => {
  expect(await signIn(open)).toBe('403 csrf_failed');
  expect(await signIn(open, csrfOf('another'))).toBe('403 csrf_failed');
  expect(await signIn(open, csrfOf(open))).toBe('200 ');
});

it('a path that only begins like the API is the console’s', async () => {
  const at = async (url: string) => (await gateway.inject({ url, headers: { accept: 'text/html' } })).headers['content-type'];
  for (const url of ['/apidocs', '/api-tokens/', '/internals'])
    expect({ url, type: await at(url) }).toEqual({ url, type: await at('/tasks') });
  for (const url of ['/api', '/api/', '/api?x', '/api/nothing/', '/internal/identity/'])
    expect({ url, type: await at(url) }).toEqual({ url, type: 'application/json; charset=utf-8' });
});

it('a path that cannot be read is refused with a code, and not repeated', async () => {
  const reply = await gateway.inject({ url: '/api/%E0%A4%A' });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({ code: 'invalid_request', message: 'invalid_request', request_id: expect.any(String) });
});

describe('a path that a URL parser would rewrite is refused', () => {
  it.each([
    '/api/tasks/../events/',
    '/api/tasks/%2e%2E/events/',
    '/api/./events/',
    '/api/tasks%2F..%2Fevents/',
    '/api/tasks\\..\\events/',
    '/api/x%5c../events/',
  ])('%s', async (path) => {
    expect(await gateway.send({ path })).toEqual({ status: 400, code: 'invalid_request' });
  });
});

describe('a query parameter that the route does not have is refused by its name', () => {
  it.each([
    ['of a list', '/api/events/?limit=10&user=x', { user: 'parameter_unknown' }],
    ['misspelt', '/api/events/?Status=open', { Status: 'parameter_unknown' }],
    ['of a route without any', '/api/profile/?verbose=1', { verbose: 'parameter_unknown' }],
    ['named as a property of every object', '/api/events/?constructor=1', { constructor: 'parameter_unknown' }],
  ])('%s', async (_, url, fields) => {
    const reply = await gateway.inject({ url });
    expect([reply.statusCode, reply.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_request', fields })]);
  });
});

it.each([
  ['ru', 'ru'],
  [undefined, 'en'],
  ['xx', 'en'],
])('a page in %s of an account in English has texts in %s', async (header, locale) => {
  const cookie = `${sessionCookie(false)}=${open}`;
  await gateway.inject({ url: '/api/notifications/', headers: { cookie, ...(header !== undefined && { [LOCALE_HEADER]: header }) } });
  const signer = new CallerSigner(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS);
  const target = { service: 'admin', method: 'GET', url: '/api/notifications/' };
  expect(signer.open(String(forwarded[CALLER_HEADER]), target).locale).toBe(locale);
});
