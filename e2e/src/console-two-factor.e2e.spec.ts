import { describe, expect, test } from '@jest/globals';
import { confirmTwoFactor } from '@leakwatch/contracts';
import { RIGHT_CODE } from '../../apps/console/mock/nouns/two-factor.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

// The second step of the sign-in and the two-factor settings, against the typed mock server.
const stage = setStage();

const submit = 'button[type=submit]';

describe('the second step of the sign-in', () => {
  test('password, then code: a wrong one is refused, a pasted one with a space is sent at once, then the requested page opens', async () => {
    stage.world().signedIn = false;
    stage.world().secondFactor = { active: true, mandatory: false };
    const page = await stage.openPage('en');
    await stage.visit(page, '/tasks?title=billing');
    await page.fill('input[name=username]', 'irina@corp.example');
    await page.fill('input[name=password]', 'right-password');
    await page.click(submit);
    await page.waitForURL('**/login/second-factor?next=*');
    await shows(() => page.isDisabled(submit), true);
    await page.locator('input[name=code]').pressSequentially('00000');
    await shows(() => page.isDisabled(submit), false);
    await page.keyboard.press('0');
    await page.waitForSelector('[role=alert]:has-text("Invalid code.")');
    await shows(() => page.inputValue('input[name=code]'), '');
    await shows(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'code');
    // As a paste arrives: all of it at once.
    await page.keyboard.insertText(`${RIGHT_CODE.slice(0, 3)} ${RIGHT_CODE.slice(3)}`);
    await page.waitForURL('**/tasks?title=billing');
    await page.waitForSelector('table');
    expect(stage.world().pending).toBe(false);
  });

  test('too many tries are reported, and an ended session leads to /login', async () => {
    stage.world().pending = true;
    stage.world().secondFactor = { active: true, mandatory: false };
    const refuse = (status: number, code: string) => stage.world().refuse(confirmTwoFactor, status, code);
    const page = await stage.openPage('en');
    await stage.visit(page, '/login/second-factor');
    refuse(429, 'too_many_requests');
    await page.fill('input[name=code]', RIGHT_CODE);
    await page.waitForSelector('[role=alert]:has-text("Too many requests")');
    refuse(401, 'not_authenticated');
    await page.fill('input[name=code]', RIGHT_CODE);
    await page.waitForURL(/\/login\?ended$/);
    await page.waitForSelector('role=status >> text=You were signed out');
  });

  test('a signed-in user does not see the page', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/login/second-factor?next=%2Ftasks');
    await page.waitForURL('**/tasks');
  });
});

describe('two-factor settings', () => {
  test('switch it on with recovery codes to keep, create new codes, and switch it off', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/settings');
    await page.click('role=button[name="Turn on"]');
    await page.fill('input[name=code]', '000000');
    await page.waitForSelector('text=Two-factor authentication was not turned on');
    await page.fill('input[name=code]', RIGHT_CODE);
    await page.waitForSelector('ol');
    await shows(() => page.isDisabled('role=button[name="Done"]'), true);
    await page.check('role=checkbox');
    await page.click('role=button[name="Done"]');
    await page.waitForSelector('text=10 recovery codes left');
    await page.click('role=button[name="New recovery codes"]');
    await page.fill('input[name=code]', RIGHT_CODE);
    await page.waitForSelector('ol');
    await page.check('role=checkbox');
    await page.click('role=button[name="Done"]');
    await page.click('role=button[name="Turn off"]');
    await page.fill('input[name=code]', RIGHT_CODE);
    await until(() => !stage.world().secondFactor.active);
    await page.waitForSelector('role=button[name="Turn on"]');
  });

  test('distinguish a restriction from a failure', async () => {
    stage.world().secondFactor = { active: true, mandatory: false };
    const page = await stage.openPage('en');
    await stage.visit(page, '/settings');
    // Made mandatory while the page was open.
    stage.world().secondFactor = { active: true, mandatory: true };
    await page.click('role=button[name="Turn off"]');
    await page.fill('input[name=code]', RIGHT_CODE);
    await page.waitForSelector('text=It is mandatory for your account and cannot be turned off');
    stage.world().secondFactor = { active: true, mandatory: false };
    await page.fill('input[name=code]', '000000');
    await page.waitForSelector('text=Two-factor authentication could not be turned off');
  });
});
