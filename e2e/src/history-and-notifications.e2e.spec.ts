import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { getSettings, listNotifications, listTaskChanges, listTaskLogs } from '@leakwatch/contracts';
import { waitUntil } from '@leakwatch/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { mailsTo } from './product/mail-box.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';
import { shows } from './console/shows.ts';

jest.setTimeout(600_000);

const TITLE = '<b onclick="x">Billing</b> & co';

describe('history, logs and notifications of tasks, in the whole product', () => {
  let product: Product;
  let browser: Browser;
  let cookies: Cookies;
  let task: string;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct({}, { DIGEST_INTERVAL_SECONDS: '1' }), openBrowser()]);
    cookies = await signIn(product.ready.url, product.email, PASSWORD);
    task = await product.startTask('romashka.git', TITLE);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const get = async (path: string) => (await ask(product.ready.url, 'GET', path, asConsole(cookies))).body;

  async function openPage(path: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
    await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${product.ready.url}/login?next=${encodeURIComponent(path)}`);
    await page.fill('input[name=username]', product.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    return page;
  }

  test('a change appears in the history, its title as text', async () => {
    const { results } = listTaskChanges.answer.parse(await get(`/api/logs/task-changing/?task=${task}`));
    expect(results.map(({ action }) => action)).toEqual(['start', 'create']);
    const markup = results.flatMap(({ description }) => [...description.matchAll(/<[^>]*>/g)].map(([tag]) => tag));
    expect(markup.filter((tag) => !/^<\/?(?:p|ul|li|b|del|ins)>$/.test(tag))).toEqual([]);
    expect(results.at(-1)?.description).toContain('&lt;');
    const page = await openPage(`/changing_history/?task=${task}`);
    await page.waitForSelector('td:has-text("Created")');
    await page.waitForSelector(`role=link[name='${TITLE}'] >> nth=0`);
    await page.waitForSelector('ins:has-text("работает"), ins:has-text("running")');
    await shows(() => page.locator('main [onclick]').count(), 0);
  });

  test('a finished launch appears in the log, and its recipients get a digest', async () => {
    const found = await waitUntil('a log entry', async () =>
      listTaskLogs.answer.parse(await get('/api/logs/tasks/')).results.find(({ log_type: type }) => type === 'success'),
    );
    expect(found).toMatchObject({ title: TITLE, source_type: 'git_repo', message: { code: 'launch_done' } });
    const [mail] = await waitUntil('a digest', async () => {
      const mails = await mailsTo(product, product.email);
      return mails.length > 0 ? mails : undefined;
    });
    expect(mail?.text).toContain(`/?task=${task}`);
    expect(mail?.text).toContain('romashka');
  });

  test('a repository that cannot be read creates one notification, which the console can close', async () => {
    await product.startTask('missing.git', 'Nothing there');
    const count = async () => getSettings.answer.parse(await get('/api/settings/')).counts.notifications;
    const list = async () => listNotifications.answer.parse(await get('/api/notifications/')).results;
    await waitUntil('a notification', async () => (await count()) > 0);
    expect(await list()).toMatchObject([{ kind: 'repository_error', active: true }]);
    const page = await openPage('/notifications/');
    await page.waitForSelector('role=link[name="Notifications: 1 open"]');
    await page.click('role=button[name="Close all"]');
    await page.click('role=dialog >> role=button[name="Close all"]');
    await page.waitForSelector('article:has-text("Closed")');
    // The page shows it before the server has answered.
    await waitUntil('the server', async () => (await count()) === 0);
    expect(await list()).toMatchObject([{ kind: 'repository_error', active: false }]);
  });
});
