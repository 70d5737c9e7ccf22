import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { signIn } from './product/api.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';
import { codeOf } from './product/second-factor.ts';
import { shows } from './console/shows.ts';

jest.setTimeout(600_000);

let product: Product;
let browser: Browser;
let url: string;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 }, acceptDownloads: true });
  await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.fill('input[name=username]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('role=button[name="Sign in"]');
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${url}/logout`);
  await page.waitForURL(`${url}/login`);
}

/** Reads the key from the page, shows that the app gives its code, and keeps the recovery codes from the download. */
async function setUp(page: Page) {
  const secret = await page.locator('main code').innerText();
  await page.fill('input[name=code]', codeOf(secret));
  await page.waitForSelector('ol');
  const codes = await page.locator('ol li').allInnerTexts();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('role=button[name="Download"]')]);
  expect(
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toEqual(codes);
  await page.check('role=checkbox[name="I saved the codes in a safe place"]');
  return { secret, codes };
}

describe('a second factor', () => {
  test('set up, used with a code, and with each recovery code only once', async () => {
    const page = await openPage();
    await givePassword(page, product.email);
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/settings`);
    await page.click('role=button[name="Turn on"]');
    await page.waitForSelector('main code');
    expect(await page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const { secret, codes } = await setUp(page);
    expect(new Set(codes).size).toBe(10);
    await page.click('role=button[name="Done"]');
    await page.waitForSelector('text=10 recovery codes left');

    await signOut(page);
    await givePassword(page, product.email);
    await page.waitForURL('**/login/second-factor*');
    // No page of the console opens before the set-up.
    await page.goto(`${url}/tasks`);
    await page.waitForURL(`${url}/login/second-factor?next=%2Ftasks`);
    await page.fill('input[name=code]', '000000');
    await page.waitForSelector('text=Invalid code. If you already used this code, wait for the next one.');
    await page.fill('input[name=code]', codeOf(secret, 1));
    await page.waitForURL(`${url}/tasks`);

    const withRecoveryCode = async () => {
      await signOut(page);
      await givePassword(page, product.email);
      await page.click('text=Cannot use your app? Enter a recovery code');
      await page.fill('input[name=code]', codes[0] ?? '');
      await page.click('role=button[name="Sign in"]');
    };
    await withRecoveryCode();
    await page.waitForURL(`${url}/`);
    await withRecoveryCode();
    await page.waitForSelector('text=Invalid recovery code, or it was used before.');
    await page.fill('input[name=code]', codes[1] ?? '');
    await page.click('role=button[name="Sign in"]');
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/settings`);
    await page.waitForSelector('text=8 recovery codes left');
    await page.context().close();
  });

  test('an organisation that requires it: signing in sets it up, and it cannot be switched off', async () => {
    const staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
    const email = 'user@strict.example';
    await makeCompany(url, staff, { name: 'Strict', email, taskLimit: 1, twoFactor: true });
    const page = await openPage();
    await givePassword(page, email);
    await page.waitForSelector('role=heading[name="Set up two-factor authentication"]');
    await setUp(page);
    await page.click('role=button[name="Go to Leakwatch"]');
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/settings`);
    await page.waitForSelector('text=It is mandatory for your account and cannot be turned off.');
    await shows(() => page.locator('role=button[name="Turn off"]').count(), 0);
    await page.context().close();
  });
});
