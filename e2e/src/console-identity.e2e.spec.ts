import { describe, expect, test } from '@jest/globals';
import { askVerifyIdentity, confirmIdentity, generateTokenPost, listActivity, revokeTokenPost } from '@leakwatch/contracts';
import { GOOD_CODE } from '../../apps/console/mock/data/people.ts';
import type { Page } from 'playwright-core';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

// Asking to be vouched for, vouching, the API token and the activity, against the typed mock server.
const stage = setStage();

const agree = (page: Page) => page.locator('[role=dialog] button').last().click();
const disagree = (page: Page) => page.locator('[role=dialog] button').first().click();

describe('who lost the second factor', () => {
  test('finds the way from the code, asks, and returns to /', async () => {
    stage.world().half = true;
    stage.world().secondFactor = { active: true, mandatory: false };
    const page = await stage.openPage('en');
    await stage.visit(page, '/login/second-factor');
    await page.click('a[href="/login/identity"]');
    stage.world().refuse(askVerifyIdentity, 429, 'too_many_requests');
    await page.click('button:has-text("Ask for confirmation")');
    await page.waitForSelector('[role=alert]:has-text("Could not send the request")');
    stage.world().refusals.clear();
    await page.click('button:has-text("Ask for confirmation")');
    await page.waitForSelector('[role=status]:has-text("24 hours")');
    await page.click('a:has-text("To the main page")');
    await page.waitForURL('**/login/second-factor?next=%2F');
  });

  test('who owes a set-up, or nothing, is not asked to be vouched for', async () => {
    stage.world().half = true;
    stage.world().secondFactor = { active: false, mandatory: true };
    const page = await stage.openPage('en');
    await stage.visit(page, '/login/identity');
    await page.waitForURL('**/login/second-factor?next=%2F');
    stage.world().half = false;
    await stage.visit(page, '/login/identity');
    await page.waitForURL(`${stage.mock().url}/`);
  });
});

describe('who is asked to vouch', () => {
  test('signs in first and comes back, sees who asks, may think again, and accepts', async () => {
    stage.world().signedIn = false;
    const page = await stage.openPage('en');
    await stage.visit(page, `/verify?code=${GOOD_CODE}`);
    await page.fill('input[name=username]', 'irina@corp.example');
    await page.fill('input[name=password]', 'right-password');
    await page.click('button[type=submit]');
    await page.waitForURL(`**/verify?code=${GOOD_CODE}`);
    await page.waitForSelector('dd:has-text("petr@corp.example")');
    await shows(() => page.locator('dd').allTextContents(), ['petr@corp.example', 'Ромашка', 'Пётр Лебедев']);
    const accept = page.getByRole('button', { name: 'Accept' });
    await accept.click();
    await page.waitForSelector('[role=dialog]:has-text("petr@corp.example is taken off")');
    await disagree(page);
    await page.waitForSelector('[role=dialog]', { state: 'detached' });
    await accept.click();
    await agree(page);
    await page.waitForSelector('h1:has-text("The identity was confirmed")');
    await shows(() => page.getByRole('button', { name: 'Accept' }).count(), 0);
  });

  test('declines', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, `/verify?code=${GOOD_CODE}`);
    await page.getByRole('button', { name: 'Decline' }).click();
    await agree(page);
    await page.waitForSelector('h1:has-text("The request was declined")');
  });

  test('what is not known of the person is said to be not specified', async () => {
    stage.mock().reset('empty');
    const page = await stage.openPage('en');
    await stage.visit(page, `/verify?code=${GOOD_CODE}`);
    await shows(() => page.locator('dd').allTextContents(), ['petr@corp.example', 'Not specified', 'Not specified']);
  });

  test('a link that is no good shows the error page with the contact and the way back; so does a refused answer', async () => {
    const page = await stage.openPage('en');
    for (const path of ['/verify?code=used', '/verify']) {
      await stage.visit(page, path);
      await page.waitForSelector('h1:has-text("The check failed")');
      await page.waitForSelector('text=support@leakwatch.example');
    }
    stage.world().settings = { ...stage.world().settings, support_contact: null };
    await stage.visit(page, `/verify?code=${GOOD_CODE}`);
    stage.world().refuse(confirmIdentity, 400, 'identity_code_invalid');
    await page.getByRole('button', { name: 'Accept' }).click();
    await agree(page);
    await page.waitForSelector('.mantine-Notification-root:has-text("The check failed")');
    await page.waitForSelector('[role=alert]:has-text("The link was used")');
    await page.waitForSelector('text=ask your administrator');
    await page.click('main a:has-text("To the main page")');
    await page.waitForURL(`${stage.mock().url}/`);
  });
});

describe('the API token', () => {
  test('is generated and shown once, replaced and revoked after a question', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/settings');
    const section = page.getByRole('region', { name: 'API token' });
    await section.getByRole('button', { name: 'Generate a token' }).click();
    const token = await page.locator('[data-token]').textContent();
    expect(token).toMatch(/^lw_/);
    await section.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(token);
    await section.getByText('Not yet').waitFor();
    await section.getByRole('button', { name: 'Generate a new one' }).click();
    await page.waitForSelector('[role=dialog]:has-text("stops working at once")');
    await disagree(page);
    await shows(() => page.locator('[data-token]').count(), 0);
    await section.getByRole('button', { name: 'Revoke' }).click();
    await agree(page);
    await section.getByText('There is no token.').waitFor();
    await until(() => stage.world().apiToken.created === null);
  });

  test('that could not be made or ended says so', async () => {
    stage.world().apiToken = { created: new Date().toISOString(), last_used: null };
    const page = await stage.openPage('en');
    await stage.visit(page, '/settings');
    const section = page.getByRole('region', { name: 'API token' });
    stage.world().refuse(revokeTokenPost, 503, 'unavailable');
    stage.world().refuse(generateTokenPost, 429, 'too_many_requests');
    await section.getByRole('button', { name: 'Revoke' }).click();
    await agree(page);
    await page.waitForSelector('[role=alert]:has-text("The token was not revoked")');
    await section.getByRole('button', { name: 'Generate a new one' }).click();
    await agree(page);
    await page.waitForSelector('[role=alert]:has-text("The token was not generated")');
  });
});

describe('the activity', () => {
  const rows = (page: Page) => page.locator('section[aria-labelledby=activity] tbody tr');

  test('stands in UTC, five a page, and the address keeps page and size', async () => {
    const [first] = stage.world().activity;
    const page = await stage.openPage('en');
    await stage.visit(page, '/profile');
    await rows(page).first().waitFor();
    await shows(() => rows(page).count(), 5);
    const utc = (first?.created ?? '').replace(/^(\d+)-(\d+)-(\d+)T([\d:]{8}).*$/, '$3.$2.$1 $4');
    await shows(() => rows(page).first().locator('td').first().textContent(), utc);
    const section = page.locator('section[aria-labelledby=activity]');
    await shows(() => section.locator('select option').allTextContents(), ['5', '10', '20', '50', '100']);
    await section.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL('**/profile?page=2&size=5');
    await section.locator('select').selectOption('20');
    await page.waitForURL('**/profile?page=1&size=20');
    await rows(page).nth(19).waitFor();
    await stage.visit(page, '/profile?page=2&size=20');
    await rows(page).first().waitFor();
    await shows(() => rows(page).count(), 3);
  });

  test('says when there is none, and when it did not load', async () => {
    const page = await stage.openPage('en');
    stage.mock().reset('empty');
    await stage.visit(page, '/profile');
    await page.waitForSelector('text=There are no records yet');
    stage.mock().reset('full');
    stage.world().refuse(listActivity, 500, 'internal');
    await stage.visit(page, '/profile');
    await page.waitForSelector('[role=alert]:has-text("The activity did not load")');
    stage.world().refusals.clear();
    await page.locator('section[aria-labelledby=activity] button').click();
    await rows(page).first().waitFor();
  });
});
