import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { startEmpty } from './product/product.ts';
import { codeOf } from './product/second-factor.ts';

// What the first member of staff does in the browser, from the first sign-in on, in an installation that has nothing.
let product: Awaited<ReturnType<typeof startEmpty>>;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  product = await startEmpty();
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const at = (path: string) => new URL(path, product.ready.url).href;
const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });

/** Fills the open dialog and sends it; it closes when the product has taken it. */
async function send(fields: Readonly<Record<string, string>>, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [field, text] of Object.entries(fields)) await dialog.locator(`[name=${field}]`).fill(text);
  await button(name, dialog).click();
  await dialog.waitFor({ state: 'hidden' });
}
/** Follows the next step of the list, and comes back to it. */
async function step(action: string, work: () => Promise<void>): Promise<void> {
  await page.goto(at('/settings/first-steps'));
  await page.getByRole('link', { name: action, exact: true }).click();
  await work();
}
const progress = async () => {
  await page.goto(at('/settings/first-steps'));
  return page.getByText(/^\d of 6 done$/).textContent();
};

test('the first sign-in sets a second factor up, and nothing else is open before', async () => {
  await page.goto(at('/login'));
  await page.fill('input[name=username]', product.ready.adminEmail);
  await page.fill('input[name=password]', product.ready.adminPassword);
  await page.click('button[type=submit]');
  await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
  const tried = await page.evaluate(() => fetch('/api/control/organisations/').then(({ status }) => status));
  expect(tried).toBe(401);
  const secret = await page.locator('code').textContent();
  await page.fill('input[name=code]', codeOf(secret ?? ''));
  await page.getByRole('checkbox', { name: 'I saved the codes in a safe place' }).click();
  await button('Go to Leakwatch').click();
});

test('a short list leads from the empty page of events to what is needed, step by step', async () => {
  await page.locator('a[href="/settings/first-steps"]').click();
  await page.getByText('0 of 6 done').waitFor();
  await step('Create a tariff', async () => {
    await button('Create tariff: all inclusive').click();
    const numbers = { task_limit: '5', pattern_limit: '100', patterns_per_task_limit: '50', time_limit_total_months: '12' };
    await send({ name: 'Standard', ...numbers }, 'Create tariff');
  });
  await step('Create an organisation', async () => {
    await page.getByPlaceholder('Choose a tariff').click();
    await page.getByRole('option', { name: 'Standard' }).click();
    await send({ name: 'Romashka' }, 'Create organisation');
  });
  expect(await progress()).toBe('2 of 6 done');
  await step('Create a user', async () => {
    await page.getByRole('dialog').getByRole('combobox', { name: 'Organisation' }).click();
    await page.getByRole('option', { name: 'Romashka' }).click();
    await send({ email: 'irina@romashka.example', username: 'irina' }, 'Create account');
  });
  await step('Create a group', async () => {
    await button('Create group').click();
    await send({ name: 'Secrets', keywords: 'password\ntoken' }, 'Create group');
  });
  expect(await progress()).toBe('4 of 6 done');
});

test('an organisation that is deleted leaves the list and is on the page of deletions', async () => {
  await page.goto(at('/settings/organisations'));
  await button('Delete: Romashka').click();
  await button('Delete', page.getByRole('dialog')).click();
  await page.getByRole('dialog').getByText('Delete the users too').click();
  await page.getByText('Organisation “Romashka” deleted').waitFor();
  await page.getByRole('link', { name: 'Deleted', exact: true }).click();
  const row = page.getByRole('row', { name: /^Romashka/ });
  await row.getByText(product.ready.adminEmail).waitFor();
  // Nothing of it waits: it had no task.
  for (const name of ['In progress', 'Service is away', 'Hidden']) await row.getByText(name).first().waitFor({ state: 'detached' });
  expect(await row.locator('td').getByText('Deleted', { exact: true }).count()).toBe(6);
});
