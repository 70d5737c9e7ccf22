import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  changeOneStatus,
  currentOrganisation,
  listEventActivity,
  listUserActivity,
  searchAudit,
  sessionCookie,
  sessionKey,
  CSRF_COOKIE,
} from '@leakwatch/contracts';
import { createLogger, openRedis, sha256Hex } from '@leakwatch/platform';
import { SUPPORT_NAME } from '@leakwatch/vocabulary';
import type { Browser, Page } from 'playwright-core';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { openBrowser } from './console/browser.ts';
import { untilDone, untilEvents } from './product/events-of.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

let product: Product;
let url: string;
let browser: Browser;
let staff: Cookies;
let ours: Cookies;
let company: { readonly id: string; readonly name: string };
let event: string;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  const task = await product.startTask('/romashka.git', 'Romashka shop');
  await untilDone(product.user, task);
  const [first] = await untilEvents(product.user, task, product.sample.planted.length);
  event = first?.id ?? '';
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  const found = currentOrganisation.answer.parse((await ask(url, 'GET', currentOrganisation.path, asConsole(ours))).body);
  if (found === null) throw new Error('no organisation');
  company = found;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openAsStaff(path: string, width: number, locale: 'ru' | 'en'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  await context.addCookies([
    { name: sessionCookie(false), value: staff.session, url },
    { name: CSRF_COOKIE, value: staff.csrf, url },
  ]);
  await context.addInitScript((chosen) => localStorage.setItem('leakwatch.locale', chosen), locale);
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  return page;
}
const banner = (page: Page) => page.locator('[data-acting][role=status]');
const organisationPage = () => `/settings/organisations/${company.id}`;

/** As if the hour were over: the time of the session's record is moved. */
async function endTheHour(): Promise<void> {
  const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
  const key = sessionKey(sha256Hex(staff.session));
  const record = JSON.parse((await redis.get(key)) ?? '{}');
  record.acting.until = Math.floor(Date.now() / 1000);
  await redis.set(key, JSON.stringify(record), 'KEEPTTL');
  redis.disconnect();
}

describe('staff in an organisation’s name', () => {
  test('begin on its page, change an event there, and end: both sides see who did it', async () => {
    const page = await openAsStaff(organisationPage(), 1440, 'en');
    await page.getByRole('button', { name: 'Work in its name' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
    await banner(page).waitFor();
    expect(await banner(page).textContent()).toContain(`You work in the name of “${company.name}” as staff until`);
    await page.goto(`${url}/events/${event}`);
    await banner(page).waitFor();
    await page.goto(`${url}/settings/proxies`);
    await page.waitForURL(/forbidden/);
    await banner(page).waitFor();

    const refused = await ask(url, 'POST', changeOneStatus.path.replace('{id}', event), asConsole(staff, { status: 'in_progress' }));
    expect(refused.code).toBe('acting_changed');
    const status = await page.evaluate(
      async ({ path, organisation }) => {
        const csrf = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf, 'x-leakwatch-acting': organisation };
        return (await fetch(path, { method: 'POST', headers, body: JSON.stringify({ status: 'in_progress' }) })).status;
      },
      { path: changeOneStatus.path.replace('{id}', event), organisation: company.id },
    );
    expect(status).toBe(200);
    await banner(page).getByRole('button', { name: 'End' }).click();
    await page.waitForURL(`**${organisationPage()}`);
    await banner(page).waitFor({ state: 'detached' });
    await page.context().close();

    const get = async (path: string, cookies = ours) => (await ask(url, 'GET', path, asConsole(cookies))).body;
    const [latest] = listEventActivity.answer.parse(await get(listEventActivity.path.replace('{id}', event))).results;
    expect(latest).toMatchObject({ kind: 'status', actor: SUPPORT_NAME, actor_kind: 'staff', to: 'in_progress' });
    const log = listUserActivity.answer.parse(await get(listUserActivity.path)).results;
    expect(log.slice(0, 3).map(({ user, description }) => [user, description])).toEqual([
      [SUPPORT_NAME, 'support_ended'],
      [SUPPORT_NAME, 'support_act'],
      [SUPPORT_NAME, 'support_begun'],
    ]);
    const audited = searchAudit.answer.parse(await get(`${searchAudit.path}?kind=support_act&organisation=${company.id}`, staff)).results;
    expect(audited).toMatchObject([
      {
        account: { email: product.ready.adminEmail },
        detail: { call: `POST ${changeOneStatus.path}`, objects: event },
      },
    ]);
  });

  test('the notice fits a phone, in Russian, and stays in sight; after the hour the page is that of staff again', async () => {
    const page = await openAsStaff(organisationPage(), 390, 'ru');
    await page.getByRole('button', { name: 'Работать от её имени' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Начать' }).click();
    await banner(page).waitFor();
    expect(
      await banner(page)
        .getByTitle(/от имени «.+» как сотрудник Leakwatch до/)
        .count(),
    ).toBe(1);
    await page.goto(`${url}/`);
    await banner(page).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    const box = await banner(page).boundingBox();
    expect(box?.y).toBe(48);
    await endTheHour();
    await banner(page).waitFor({ state: 'detached' });
    await page.waitForURL(`**${organisationPage()}`);
    await page.getByText('Работа от имени организации завершена').waitFor();
    await page.context().close();
  });
});
