import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { linkIn } from '@leakwatch/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { asConsole, ask, signIn } from './product/api.ts';
import { logsOf, mailTo } from './product/mail-box.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const NEW_PASSWORD = 'Vasilek-Na-Pole-7';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const mailWith = (subject: string) => mailTo(product, product.email, subject);

async function enter(page: Page, password: string): Promise<void> {
  await page.fill('input[name=username]', product.email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
}

test('a user follows the recovery link from the mail, sets a new password and signs in', async () => {
  const { url } = product.ready;
  const before = await signIn(url, product.email, PASSWORD);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/login`);
  await page.click('a[href="/forgot"]');
  await page.fill('input[name=email]', product.email);
  await page.click('button[type=submit]');
  await page.waitForSelector(`text=Сообщение отправлено на ${product.email}`);
  const link = linkIn(await mailWith('Leakwatch: восстановление пароля'));
  expect(link.origin).toBe(new URL(url).origin);
  await page.goto(link.href);
  await page.fill('input[name=new_password]', NEW_PASSWORD);
  await page.click('button[type=submit]');
  await page.waitForURL('**/login**');
  await enter(page, PASSWORD);
  await page.waitForSelector('text=Не удалось войти');
  await enter(page, NEW_PASSWORD);
  await page.waitForURL(`${url}/`);
  expect((await ask(url, 'GET', '/api/settings/', asConsole(before))).code).toBe('not_authenticated');
  await mailWith('Leakwatch: пароль изменён');
  await page.goto(link.href);
  await page.waitForSelector('text=Проверка не пройдена');
  const code = link.searchParams.get('code') ?? '';
  const logs = logsOf(product);
  expect(logs.length).toBeGreaterThan(5);
  expect(logs.filter((log) => log.includes(code) || log.includes(product.email))).toEqual([]);
  await context.close();
});
