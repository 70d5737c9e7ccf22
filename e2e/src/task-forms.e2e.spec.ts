import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  createTask,
  CSRF_COOKIE,
  CSRF_HEADER,
  getTask,
  KEYWORD_FILE_ERRORS,
  listKeywordGroups,
  listTasks,
  sessionCookie,
  type TaskDetails,
} from '@leakwatch/contracts';
import type { Browser } from 'playwright-core';
import { findViolations, openBrowser } from './console/browser.ts';
import { LIST_CASES, type ListCase } from '../../apps/console/src/features/tasks/create/form-rules.fixture.ts';
import { addEntries } from './console/task-form-screens.ts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

/** The body's fields for a list of lines; a public domain needs a chosen word. */
const FIELDS_OF: Readonly<Record<ListCase['list'], (lines: readonly string[], word: string) => object>> = {
  public_domain: (lines, word) => ({ patterns: { public_domains: { patterns: lines, keywords: [word] } } }),
  internal_domain: (lines) => ({ patterns: { internal_domains: { patterns: lines } } }),
  keyword: (lines) => ({ patterns: { keywords: { patterns: lines } } }),
  regex: (lines) => ({ patterns: { regex_keywords: { patterns: lines } } }),
  filter: (lines) => ({ patterns: { internal_domains: { patterns: ['corp.example'] } }, filter_keywords: lines }),
};
/** The fields of a task that a list has. */
function storedIn(task: TaskDetails, list: ListCase['list']): string[] {
  if (list === 'filter') return task.filter_keywords.map(({ keyword }) => keyword);
  return task.patterns.flatMap(({ patterns }) => patterns);
}

const LINES = 100_000;
const FILE_BYTES = 10 * 1024 * 1024;
/** A keyword file of the maximum number of lines and bytes. */
const largest = Array.from({ length: LINES }, (_, at) => `key${at} `.padEnd(FILE_BYTES / LINES - 1, 'x')).join('\n');

describe('task forms of the whole product', () => {
  let product: Product;
  let browser: Browser;
  let cookies: Cookies;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), openBrowser()]);
    cookies = await signIn(product.ready.url, product.email, PASSWORD);
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  const upload = async (text: string, type = 'text/plain') => {
    const body = new FormData();
    body.append('file', new Blob([text], { type }), 'keywords.txt');
    const cookie = `${sessionCookie(false)}=${cookies.session}; ${CSRF_COOKIE}=${cookies.csrf}`;
    const answer = await fetch(`${product.ready.url}/api/tasks/keywords/`, {
      method: 'POST',
      headers: { cookie, [CSRF_HEADER]: cookies.csrf },
      body,
    });
    return { status: answer.status, body: await answer.json() };
  };

  test.each(['ru', 'en'] as const)('a normal and a deep task are created by hand, %s', async (locale) => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
    await context.addInitScript((chosen) => localStorage.setItem('leakwatch.locale', chosen), locale);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${product.ready.url}/login`);
    await page.fill('input[name=username]', product.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL(`${product.ready.url}/`);

    const title = `Normal ${locale}`;
    await page.goto(`${product.ready.url}/task/create`);
    await page.locator('[data-tour=title] input').first().fill(title);
    await addEntries(page, 'romashka.example -bad');
    await page.check('role=checkbox[name="Credentials"]');
    expect(await findViolations(page)).toEqual([]);
    await page.locator('[data-tour=foot] button').click();
    await page.waitForURL('**/tasks');
    await page.click(`role=link[name="${title}"]`);
    await page.waitForSelector(locale === 'ru' ? 'text=ещё не начат' : 'text=not begun yet');

    await page.goto(`${product.ready.url}/deep_task/create`);
    await page.locator('[data-tour=title] input').first().fill(`Deep ${locale}`);
    await page.locator('[data-tour=patterns] input').fill('romashka.example key=1');
    await page.locator('[data-tour=foot] button').click();
    await page.waitForURL('**/tasks');
    await page.click(`role=link[name="Deep ${locale}"]`);
    await page.waitForSelector('text=romashka.example key=1');
    await context.close();
  });

  // The same entries as console-form-rules types in.
  test.each(LIST_CASES.map((one, at) => [`${one.list} ${at}`, one] as const))(
    'past the form, the service keeps and drops the same: %s',
    async (name, { list, typed, kept, dropped }) => {
      const groups = listKeywordGroups.answer.parse((await ask(product.ready.url, 'GET', '/api/keywords/full/', { cookies })).body);
      const fields = FIELDS_OF[list](typed, groups[0]?.keywords[0]?.id ?? '');
      const body = { title: `Past ${name}`, sources: [{ source_type: 'github' }], ...fields };
      const made = createTask.answer.parse((await ask(product.ready.url, 'POST', '/api/tasks/', asConsole(cookies, body))).body);
      expect(made.dropped.map(({ text, reason }) => [text, reason])).toEqual(dropped);
      const task = getTask.answer.parse((await ask(product.ready.url, 'GET', `/api/tasks/${made.id}/`, { cookies })).body);
      expect(storedIn(task, list).toSorted()).toEqual(kept.toSorted());
    },
  );

  test('a file of the maximum size is read through the gateway; a larger one or another type is refused', async () => {
    const begun = performance.now();
    const answer = await upload(largest);
    // Printed for information; time is never asserted.
    process.stdout.write(`${LINES} lines in ${largest.length} bytes: ${Math.round(performance.now() - begun)} ms\n`);
    expect(answer.status).toBe(200);
    expect(answer.body.keywords).toHaveLength(LINES);
    const refusals = [await upload('x'.repeat(FILE_BYTES + 1)), await upload('abc\n'.repeat(LINES + 1)), await upload('abc', 'text/csv')];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [413, 'keyword_file_too_large'],
      [413, 'keyword_file_too_long'],
      [400, 'keyword_file_format'],
    ]);
    for (const { body } of refusals) expect(KEYWORD_FILE_ERRORS).toContain(body.code);
  });

  test('a file without the session’s CSRF token is refused', async () => {
    const body = new FormData();
    body.append('file', new Blob(['abc'], { type: 'text/plain' }), 'k.txt');
    const headers = { cookie: `${sessionCookie(false)}=${cookies.session}` };
    expect((await fetch(`${product.ready.url}/api/tasks/keywords/`, { method: 'POST', headers, body })).status).toBe(403);
  });

  test('another organisation sees none of the tasks', async () => {
    const staff = await signIn(product.ready.url, product.ready.adminEmail, product.ready.adminPassword);
    const other = await makeCompany(product.ready.url, staff, { name: 'Lutik', email: 'lutik@lutik.example', taskLimit: 5 });
    const mine = await ask(product.ready.url, 'GET', '/api/tasks/?limit=100', { cookies });
    for (const { id } of listTasks.answer.parse(mine.body).results)
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { title: 'Stolen', patterns: { internal_domains: { patterns: ['a.example'] } }, sources: [{ source_type: 'gist' }] }],
      ] as const)
        expect((await ask(product.ready.url, method, `/api/tasks/${id}/`, asConsole(other, body))).status).toBe(404);
  });
});
