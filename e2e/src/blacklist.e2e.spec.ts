import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Finding, findingsV1, getSettings } from '@leakwatch/contracts';
import { CONSUMER, Database, newId, outgoing, rows, sql } from '@leakwatch/platform';
import type { Browser, Page } from 'playwright-core';
import { makeFinding } from '../../services/events/src/intake/findings.fixture.ts';
import { openBrowser } from './console/browser.ts';
import { eventsOf, untilDone } from './product/events-of.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';
import { shows } from './console/shows.ts';

// The running product without a GitHub crawler: the test publishes findings as a crawler would.
jest.setTimeout(600_000);

let product: Product;
let browser: Browser;
let page: Page;
let crawler: Database;
let of: Pick<Finding, 'organisation_id' | 'task_id'>;

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  crawler = await Database.open({ url: product.ready.databaseUrl, service: 'crawler', pool: 1 });
  const task_id = await product.startTask('/romashka.git', 'Blacklist');
  await untilDone(product.user, task_id);
  const { organisation } = getSettings.answer.parse(await product.user.get('/api/settings/'));
  of = { organisation_id: organisation?.id ?? '', task_id };
  page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  await page.goto(`${product.ready.url}/login`);
  await page.fill('role=textbox[name="E-mail"]', product.email);
  await page.fill('input[type="password"]', PASSWORD);
  await page.click('role=button[name="Sign in"]');
  await page.waitForURL(`${product.ready.url}/`);
});
afterAll(async () => {
  await browser?.close();
  await crawler?.close();
  await product?.stop();
});

async function find(owner: string, path: string): Promise<void> {
  const url = `https://github.com/${owner}/shop`;
  const container = { key: url, title: `${owner}/shop`, url, owner };
  const { topic, key, payload } = outgoing(findingsV1, makeFinding({ ...of, path, container }));
  const messages = JSON.stringify([{ id: newId(), topic, key, payload }]);
  await crawler.inScope(CONSUMER, (em) => rows(em, sql`select bus.publish(${messages}::jsonb)`));
}

async function untilStatus(path: string, status: string): Promise<void> {
  let last: string | undefined;
  for (let tries = 0; tries < 300; tries += 1) {
    last = (await eventsOf(product.user, of.task_id)).find((event) => event.file_path === path)?.status;
    if (last === status) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${path} is ${last}, not ${status}`);
}

describe('the blacklist of the running product', () => {
  test('a rule created in the console blacklists later findings, and counts them', async () => {
    await find('Evil', 'before.yml');
    await untilStatus('before.yml', 'open');
    await page.goto(`${product.ready.url}/blacklist`);
    await page.click('role=button[name="Create a rule"]');
    await page.fill('input[name=rule_owner]', '@evil');
    await page.keyboard.press('Enter');
    await page.click('role=button[name="Leave unchanged"]');
    await page.waitForSelector('td:has-text("evil")');
    await find('EVIL', 'after.yml');
    await untilStatus('after.yml', 'blacklist');
    await untilStatus('before.yml', 'open');
    expect(getSettings.answer.parse(await product.user.get('/api/settings/')).counts.rules).toBe(1);
  });

  test('an event fills the dialog; matching events are moved on request and restored by undo', async () => {
    await find('mirror', 'mirrored.yml');
    await untilStatus('mirrored.yml', 'open');
    await page.goto(`${product.ready.url}/?source_type=github`);
    await page.click('article:has-text("mirrored.yml")');
    await page.click('aside >> role=button[name="Add to blacklist"]');
    await shows(() => page.inputValue('input[name=rule_owner]'), 'mirror');
    await page.click('[role=dialog] button[type=submit]');
    await page.click('role=button[name="Move 1 event"]');
    await page.waitForSelector('text=1 event was blacklisted');
    await untilStatus('mirrored.yml', 'blacklist');
    await page.click('role=button[name="Undo"]');
    await untilStatus('mirrored.yml', 'open');
  });
});
