import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { listActivity, listOrganisationOptions } from '@leakwatch/contracts';
import { linkIn } from '@leakwatch/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { logsOf, mailTo } from './product/mail-box.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';
import { codeOf, setUpSecondFactor } from './product/second-factor.ts';

jest.setTimeout(600_000);

const ANNA = 'anna@careful.example';
const BORIS = 'boris@careful.example';

let product: Product;
let browser: Browser;
let url: string;
let staff: Cookies;

beforeAll(async () => {
  product = await startProduct({}, { SUPPORT_CONTACT: 'help@leakwatch.example' });
  url = product.ready.url;
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.fill('input[name=username]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('role=button[name="Sign in"]');
}

/** Another user of an organisation, with a second factor. */
async function addColleague(company: string, email: string) {
  const organisations = listOrganisationOptions.answer.parse(
    (await ask(url, 'GET', '/api/control/organisations/full/', asConsole(staff))).body,
  );
  const id = organisations.find(({ name }) => name === company)?.id;
  const account = { email, username: 'boris', default_password: PASSWORD, company: id };
  expect((await ask(url, 'POST', '/api/control/accounts/', asConsole(staff, account))).status).toBe(200);
  return setUpSecondFactor(url, await signIn(url, email, PASSWORD));
}

test('a user without the device is verified by a colleague, sets up a new device and signs in', async () => {
  const half = await makeCompany(url, staff, { name: 'Careful', email: ANNA, taskLimit: 1, twoFactor: true });
  const { secret: lostSecret } = await setUpSecondFactor(url, half);
  const boris = await addColleague('Careful', BORIS);

  const anna = await openPage();
  await anna.goto(`${url}/login`);
  await givePassword(anna, ANNA);
  await anna.waitForURL('**/login/second-factor*');
  await anna.click('text=Lost the app and the recovery codes?');
  await anna.click('role=button[name="Request approval"]');
  await anna.waitForSelector('role=heading[name="The request was sent"]');
  await anna.click('text=Go to the main page');
  await anna.waitForURL('**/login/second-factor?next=%2F');

  // The colleague is signed out, opens the link, signs in with a second factor, and is back at the link.
  const link = linkIn(await mailTo(product, BORIS, 'Leakwatch: подтвердите личность коллеги'));
  const colleague = await openPage();
  await colleague.goto(link.href);
  await colleague.waitForURL('**/login?next=*');
  await givePassword(colleague, BORIS);
  await colleague.fill('input[name=code]', codeOf(boris.secret, 1));
  await colleague.waitForURL(link.href);
  await colleague.waitForSelector(`dd:has-text("${ANNA}")`);
  await colleague.click('role=button[name="Approve"]');
  await colleague.locator('role=dialog').getByRole('button', { name: 'Approve' }).click();
  await colleague.waitForSelector('role=heading[name="The identity was approved"]');
  // The link works only once.
  await colleague.goto(link.href);
  await colleague.waitForSelector('role=heading[name="The check failed"]');
  await colleague.waitForSelector('text=help@leakwatch.example');
  await colleague.click('role=link[name="Go to the main page"]');
  await colleague.waitForURL(`${url}/`);

  // The incomplete session is over, and codes of the lost device are refused.
  await mailTo(product, ANNA, 'Leakwatch: личность подтверждена');
  await anna.goto(`${url}/`);
  await anna.waitForURL('**/login?next=*');
  await givePassword(anna, ANNA);
  await anna.waitForSelector('role=heading[name="Set up two-factor authentication"]');
  const secret = await anna.locator('main code').innerText();
  expect(secret.replaceAll(' ', '')).not.toBe(lostSecret);
  await anna.fill('input[name=code]', codeOf(secret));
  await anna.waitForSelector('ol');
  await anna.check('role=checkbox[name="I saved the codes in a safe place"]');
  await anna.click('role=button[name="Go to Leakwatch"]');
  await anna.waitForURL(`${url}/`);
  await anna.goto(`${url}/profile?size=20`);
  await anna.waitForSelector('td:has-text("Identity approved")');
  expect(await anna.locator('section[aria-labelledby=activity] tbody tr td:nth-child(2)').allTextContents()).toEqual(
    expect.arrayContaining(['Identity approval requested', 'Two-factor authentication removed', 'Two-factor authentication turned on']),
  );

  const code = link.searchParams.get('code') ?? '';
  expect(code.length).toBeGreaterThan(40);
  const logs = logsOf(product);
  expect(logs.length).toBeGreaterThan(5);
  expect(logs.filter((log) => log.includes(code) || log.includes(ANNA))).toEqual([]);
  await anna.context().close();
  await colleague.context().close();
});

test('neither another organisation nor the requester can read or answer a request', async () => {
  const half = await makeCompany(url, staff, { name: 'Watchful', email: 'vera@watchful.example', taskLimit: 1 });
  const { secret, cookies: vera } = await setUpSecondFactor(url, half);
  await addColleague('Watchful', 'gleb@watchful.example');
  const lost = await signIn(url, 'vera@watchful.example', PASSWORD);
  const path = '/api/profile/two_factor';
  expect((await ask(url, 'POST', `${path}/ask_verify_identity/`, asConsole(lost))).status).toBe(200);
  const mail = await mailTo(product, 'gleb@watchful.example', 'Leakwatch: подтвердите личность коллеги');
  const code = linkIn(mail).searchParams.get('code') ?? '';
  const elsewhere = await signIn(url, product.email, PASSWORD);
  for (const cookies of [elsewhere, vera]) {
    expect(await ask(url, 'GET', `${path}/check_identity_code/?code=${code}`, asConsole(cookies))).toMatchObject({
      status: 400,
      code: 'identity_code_invalid',
    });
    for (const answer of ['confirm_identity', 'decline_identity'])
      expect((await ask(url, 'POST', `${path}/${answer}/`, asConsole(cookies, { code }))).code).toBe('identity_code_invalid');
  }
  // Without the CSRF token of the session, and from another site, nobody answers.
  const gleb = await signIn(url, 'gleb@watchful.example', PASSWORD);
  expect((await ask(url, 'POST', `${path}/confirm_identity/`, { cookies: gleb, body: { code } })).code).toBe('csrf_failed');
  // The second factor stands.
  expect((await ask(url, 'POST', `${path}/confirm/`, asConsole(lost, { token: codeOf(secret, 1) }))).status).toBe(200);
});

test('staff access to an organisation is in the access log, once an hour for each noun', async () => {
  const id = await product.startTask('/romashka.git', 'Looked at by staff');
  const records = async () =>
    listActivity.answer
      .parse((await ask(url, 'GET', '/api/activity/?limit=100', asConsole(staff))).body)
      .results.filter(({ kind }) => kind === 'staff_access').length;
  const before = await records();
  for (let again = 0; again < 3; again += 1) expect((await ask(url, 'GET', `/api/tasks/${id}/`, asConsole(staff))).status).toBe(200);
  expect(await records()).toBe(before + 1);
  // A missing object is not an access; events are another noun, and all organisations another subject.
  await ask(url, 'GET', '/api/tasks/00000000-0000-4000-8000-000000000000/', asConsole(staff));
  expect(await records()).toBe(before + 1);
  await ask(url, 'GET', '/api/events/', asConsole(staff));
  await ask(url, 'GET', '/api/events/', asConsole(staff));
  expect(await records()).toBe(before + 2);
});
