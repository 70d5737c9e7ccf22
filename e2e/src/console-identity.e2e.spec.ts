import { describe, test } from '@jest/globals';
import { askVerifyIdentity } from '@leakwatch/contracts';
import { GOOD_CODE } from '../../apps/console/mock/data/people.ts';
import type { Page } from 'playwright-core';
import { setStage } from './console/stage.ts';
import { shows } from './console/shows.ts';

// Requesting an identity check and approving one, as far as it passes through the sign-in. The rest is tested in jsdom.
const stage = setStage();

const agree = (page: Page) => page.locator('[role=dialog] button').last().click();
const disagree = (page: Page) => page.locator('[role=dialog] button').first().click();

describe('a user who lost the second factor', () => {
  test('finds the link at the code field, sends a request, and returns to /', async () => {
    stage.world().pending = true;
    stage.world().secondFactor = { active: true, mandatory: false };
    const page = await stage.openPage('en');
    await stage.visit(page, '/login/second-factor');
    await page.click('a[href="/login/identity"]');
    stage.world().refuse(askVerifyIdentity, 429, 'too_many_requests');
    await page.click('button:has-text("Request approval")');
    await page.waitForSelector('[role=alert]:has-text("The request could not be sent")');
    stage.world().refusals.clear();
    await page.click('button:has-text("Request approval")');
    await page.waitForSelector('[role=status]:has-text("24 hours")');
    await page.click('a:has-text("Go to the main page")');
    await page.waitForURL('**/login/second-factor?next=%2F');
  });

  test('is not offered a request before a set-up, or when signed in', async () => {
    stage.world().pending = true;
    stage.world().secondFactor = { active: false, mandatory: true };
    const page = await stage.openPage('en');
    await stage.visit(page, '/login/identity');
    await page.waitForURL('**/login/second-factor?next=%2F');
    stage.world().pending = false;
    await stage.visit(page, '/login/identity');
    await page.waitForURL(`${stage.mock().url}/`);
  });
});

describe('a colleague who is asked to approve', () => {
  test('signs in first and returns, sees who asks, can cancel, and approves', async () => {
    stage.world().signedIn = false;
    const page = await stage.openPage('en');
    await stage.visit(page, `/verify?code=${GOOD_CODE}`);
    await page.fill('input[name=username]', 'irina@corp.example');
    await page.fill('input[name=password]', 'right-password');
    await page.click('button[type=submit]');
    await page.waitForURL(`**/verify?code=${GOOD_CODE}`);
    await page.waitForSelector('dd:has-text("petr@corp.example")');
    await shows(() => page.locator('dd').allTextContents(), ['petr@corp.example', 'Ромашка', 'Пётр Лебедев']);
    const accept = page.getByRole('button', { name: 'Approve' });
    await accept.click();
    await page.waitForSelector('[role=dialog]:has-text("petr@corp.example is removed")');
    await disagree(page);
    await page.waitForSelector('[role=dialog]', { state: 'detached' });
    await accept.click();
    await agree(page);
    await page.waitForSelector('h1:has-text("The identity was approved")');
    await shows(() => page.getByRole('button', { name: 'Approve' }).count(), 0);
  });
});
