import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { recipientStates } from '@leakwatch/contracts';
import { createTask } from '@leakwatch/local';
import { waitUntil } from '@leakwatch/testing';
import type { Browser, Page } from 'playwright-core';
import { findViolations, openBrowser } from './console/browser.ts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { mailsTo } from './product/mail-box.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const OUTSIDE = 'soc@partner.example';

let product: Product;
let browser: Browser;
let ours: Cookies;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({}, { DIGEST_INTERVAL_SECONDS: '1' }), openBrowser()]);
  ours = await signIn(product.ready.url, product.email, PASSWORD);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const stateOf = async () => {
  const asked = await ask(product.ready.url, 'POST', recipientStates.path, asConsole(ours, { emails: [OUTSIDE] }));
  return recipientStates.answer.parse(asked.body).states[0]?.state;
};

/** Opens the link of a mail in a browser that is signed in nowhere. */
async function openLink(text: string): Promise<Page> {
  const code = /\/mails\?code=([\w-]+)/.exec(text)?.[1] ?? '';
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  const page = await context.newPage();
  await page.goto(`${product.ready.url}/mails?code=${code}`);
  return page;
}

test('a recipient outside the organisation confirms, gets the digest, and stops the mails, without an account', async () => {
  const { user, sample, git } = product;
  const task = await createTask(user, sample, git.url('romashka.git'), 'Romashka shop', [OUTSIDE]);
  const [asked] = await waitUntil('the mail that asks', async () => {
    const mails = await mailsTo(product, OUTSIDE);
    return mails.length > 0 ? mails : undefined;
  });
  expect(asked?.text).not.toContain('Romashka shop');
  expect(await stateOf()).toBe('waiting');
  const confirming = await openLink(asked?.text ?? '');
  await confirming.getByText(/wants to send you notifications/).waitFor();
  expect(await findViolations(confirming)).toEqual([]);
  await confirming.getByRole('button', { name: 'Get notifications' }).click();
  await confirming.getByText(/The address is confirmed/).waitFor();
  expect(await stateOf()).toBe('confirmed');

  await user.post(`/api/tasks/${task}/start/`);
  const digest = await waitUntil('the digest', async () =>
    (await mailsTo(product, OUTSIDE)).find(({ text }) => text.includes(`/?task=${task}`)),
  );
  const stopping = await openLink(digest.text);
  await stopping.getByRole('button', { name: 'Stop the mails' }).click();
  await stopping.getByText(/You will get no more mails/).waitFor();
  expect(await stateOf()).toBe('stopped');
});
