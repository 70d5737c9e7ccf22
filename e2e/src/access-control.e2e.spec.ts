import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { contentPolicy, listEvents, listTasks, PUBLIC_ROUTES, ROUTES } from '@leakwatch/contracts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { untilDone, untilEvents } from './product/events-of.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** A task that needs no repository to exist: nothing listens there. */
const taskBody = (title: string, word = 'word') => ({
  title,
  patterns: { keywords: { patterns: [word] } },
  git_monitoring: true,
  git_repository_observer: { account_name: 'a', source_type: 'custom' },
  git_repositories: [
    {
      repo_title: 'r',
      repo_url: 'http://127.0.0.1:9/r.git',
      repo_default_branch: 'main',
      git_remote_url: 'http://127.0.0.1:9/r.git',
      repo_remote_source: 'custom',
    },
  ],
});

let product: Product;
let url: string;
let ours: Cookies;
let staff: Cookies;
let theirs: Cookies;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  theirs = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 2 });
});
afterAll(async () => {
  await product?.stop();
});

describe('access control of the API', () => {
  test('a request without a session reaches only public routes', async () => {
    expect(PUBLIC_ROUTES.length).toBeGreaterThan(15);
    for (const route of PUBLIC_ROUTES.filter((one) => one.access !== 'public')) {
      const path = route.path.replaceAll(/\{\w+\}/g, NOBODY);
      const answer = await ask(url, route.method, path, { cookies: { session: 'forged' } });
      expect({ path, code: answer.code }).toEqual({ path, code: 'not_authenticated' });
      expect((await ask(url, route.method, path)).code).toBe('not_authenticated');
    }
    expect((await ask(url, 'GET', '/api/openapi.json')).status).toBe(200);
  });

  test('internal routes, unknown paths and other methods answer 404', async () => {
    for (const route of [...ROUTES.values()].filter((one) => one.access === 'service'))
      expect((await ask(url, route.method, route.path.replaceAll(/\{\w+\}/g, NOBODY), asConsole(ours))).status).toBe(404);
    for (const path of ['/api/', '/api', '/api/nothing/', '/api/tasks/%2e%2e/%2e%2e/internal/identity/', '/api//tasks/'])
      expect({ path, code: (await ask(url, 'GET', path, asConsole(ours))).code }).toEqual({ path, code: 'not_found' });
    const wrong = await ask(url, 'DELETE', '/api/tasks/', asConsole(ours));
    expect({ status: wrong.status, code: wrong.code, allow: wrong.headers.get('allow') }).toEqual({
      status: 405,
      code: 'method_not_allowed',
      allow: 'GET, POST',
    });
  });

  test('a request that changes state needs the CSRF token of its session and the same site', async () => {
    const path = '/api/control/accounts/set_locale/';
    const body = { locale: 'en' };
    const fails = async (asking: Parameters<typeof ask>[3]) => expect((await ask(url, 'POST', path, asking)).code).toBe('csrf_failed');
    await fails({ cookies: { session: ours.session }, body });
    await fails({ cookies: ours, body });
    await fails({ ...asConsole({ session: ours.session, csrf: theirs.csrf }), body });
    await fails({ cookies: ours, headers: { 'x-csrftoken': '' }, body });
    const fromElsewhere = asConsole(ours, body);
    await fails({ ...fromElsewhere, headers: { ...fromElsewhere.headers, 'sec-fetch-site': 'cross-site' } });
    await fails({ ...fromElsewhere, headers: { ...fromElsewhere.headers, 'sec-fetch-site': 'same-site' } });
    expect((await ask(url, 'GET', '/api/logout/', { cookies: ours })).code).toBe('csrf_failed');
    const form = { ...fromElsewhere, headers: { ...fromElsewhere.headers, 'content-type': 'text/plain' } };
    expect((await ask(url, 'POST', path, form)).status).toBe(415);
    expect((await ask(url, 'POST', path, fromElsewhere)).status).toBe(200);
  });

  test('logging out ends the session on the server', async () => {
    const cookies = await signIn(url, product.email, PASSWORD);
    expect((await ask(url, 'GET', '/api/settings/', asConsole(cookies))).status).toBe(200);
    const out = await ask(url, 'POST', '/api/logout/', asConsole(cookies));
    expect(out.headers.get('clear-site-data')).toContain('storage');
    expect((await ask(url, 'GET', '/api/settings/', asConsole(cookies))).code).toBe('not_authenticated');
    expect((await ask(url, 'GET', '/api/settings/', asConsole(ours))).status).toBe(200);
  });

  test('an unreadable request is refused with a code that names the field', async () => {
    const post = (body: unknown) => ask(url, 'POST', '/api/tasks/', asConsole(ours, body));
    expect(await post('{"title":')).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await post({ title: 7, patterns: [] })).toMatchObject({
      status: 400,
      body: { fields: { title: 'invalid_type', patterns: 'invalid_type' } },
    });
    for (const body of [`"${'x'.repeat(17 * 1024 * 1024)}"`, `[${'{},'.repeat(5_000_000)}{}]`])
      expect(await post(body)).toMatchObject({ status: 413, code: 'too_large' });
    expect(await ask(url, 'GET', '/api/tasks/not-an-id/', asConsole(ours))).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await ask(url, 'GET', `/api/tasks/${NOBODY}/`, asConsole(ours))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await ask(url, 'GET', '/api/tasks/?limit=1000000', asConsole(ours))).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('pages and files have security headers', async () => {
    const page = await ask(url, 'GET', '/tasks/anything', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    // The one under which the mock server serves every screen to Chromium (console-pages.e2e).
    expect(page.headers.get('content-security-policy')).toBe(contentPolicy('off'));
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    for (const path of ['/assets/nothing.js', '/../package.json', '/%2e%2e/%2e%2e/package.json', '/.env'])
      expect({ path, status: (await ask(url, 'GET', path)).status }).toEqual({ path, status: 404 });
  });
});

describe('two organisations', () => {
  test('neither sees, changes or counts data of the other', async () => {
    const id = await product.startTask('/romashka.git', 'Ours alone');
    await untilDone(product.user, id);
    const [event] = await untilEvents(product.user, id, product.sample.planted.length);
    const calls = [
      ['GET', `/api/tasks/${id}/`],
      ['PATCH', `/api/tasks/${id}/`, taskBody('taken over')],
      ['POST', `/api/tasks/${id}/start/`],
      ['POST', `/api/tasks/${id}/stop/`],
    ] as const;
    for (const [method, path, body] of calls)
      expect({ path, code: (await ask(url, method, path, asConsole(theirs, body))).code }).toEqual({ path, code: 'not_found' });
    const seen = async (path: string) => listEvents.answer.parse((await ask(url, 'GET', path, asConsole(theirs))).body);
    for (const query of ['', `&task=${id}`]) expect((await seen(`/api/events/?status=all${query}`)).results).toEqual([]);
    const changes = { events: [event?.id], status: 'fixed' };
    expect(await ask(url, 'POST', '/api/events/change_status/', asConsole(theirs, changes))).toMatchObject({
      status: 200,
      body: { skipped: [{ id: event?.id, reason: 'not_found' }] },
    });
    expect((await ask(url, 'POST', `/api/events/${event?.id}/change_status/`, asConsole(theirs, { status: 'fixed' }))).code).toBe(
      'not_found',
    );
    expect((await ask(url, 'GET', `/api/events/${event?.id}/same_file/`, asConsole(theirs))).code).toBe('not_found');
    expect((await untilEvents(product.user, id, 1)).find((one) => one.id === event?.id)?.status).toBe(event?.status);
    expect(listTasks.answer.parse((await ask(url, 'GET', '/api/tasks/', asConsole(theirs))).body).results).toEqual([]);
  });

  test('a tariff holds when many tasks are started at once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const made = await ask(url, 'POST', '/api/tasks/', asConsole(theirs, taskBody(`task ${n}`)));
      expect(made).toMatchObject({ status: 200, body: { id: expect.any(String) } });
      if (typeof made.body === 'object' && made.body !== null && 'id' in made.body) ids.push(String(made.body.id));
    }
    const started = await Promise.all(ids.map((id) => ask(url, 'POST', `/api/tasks/${id}/start/`, asConsole(theirs))));
    expect(started.filter((answer) => answer.status === 200)).toHaveLength(2);
    expect(new Set(started.filter((answer) => answer.status !== 200).map((answer) => `${answer.status} ${answer.code}`))).toEqual(
      new Set(['409 task_limit_reached']),
    );
    const tasks = listTasks.answer.parse((await ask(url, 'GET', '/api/tasks/?limit=50', asConsole(theirs))).body);
    expect(tasks.results.filter((task) => task.status)).toHaveLength(2);
    const limits = await ask(url, 'GET', '/api/control/tariffs/all_inclusive/current_limits/', asConsole(theirs));
    const allOfBoth = { task_limit: 2, tasks_used: 2, tasks_left: 0, pattern_limit: 100, patterns_per_task_limit: 50 };
    expect(limits.body).toMatchObject({ ...allOfBoth, patterns_used: 2, patterns_left: 98 });
    const named = await ask(url, 'GET', `/api/control/tariffs/all_inclusive/current_limits/?company=${NOBODY}`, asConsole(theirs));
    expect(named.body).toEqual(limits.body);
  });
});

describe('an unavailable service', () => {
  test('is reported as unavailable, and the frame of the console stays', async () => {
    const { services } = product.ready;
    await services.stop('events');
    expect(await ask(url, 'GET', '/api/events/', asConsole(ours))).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await ask(url, 'GET', '/api/settings/', asConsole(ours))).toMatchObject({ status: 200, body: { counts: { events: 0 } } });
    services.start('events');
    await services.waitFor('events');
    expect((await ask(url, 'GET', '/api/events/', asConsole(ours))).status).toBe(200);
  });
});
