import { describe, expect, test } from '@jest/globals';
import { GOOD_CODE, OLD_PASSWORD } from '../../apps/console/mock/data/people.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

// Links, password, sessions and profile against the typed mock server.
const stage = setStage();

const NEW_PASSWORD = 'Vasilek-2026';

describe('a password field', () => {
  // ASVS 5.0, 6.2.6 and 6.2.7.
  test('hides its value, accepts a paste, and is recognised by password managers', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/settings');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), NEW_PASSWORD);
    for (const [name, use] of [
      ['old_password', 'current-password'],
      ['new_password', 'new-password'],
    ] as const) {
      const field = page.locator(`input[name=${name}]`);
      await shows(async () => [await field.getAttribute('type'), await field.getAttribute('autocomplete')], ['password', use]);
      await field.focus();
      await page.keyboard.press('Control+V');
      await shows(() => field.inputValue(), NEW_PASSWORD);
    }
    stage.world().signedIn = false;
    await stage.visit(page, '/login');
    const field = page.locator('input[type=password]');
    await shows(() => field.getAttribute('autocomplete'), 'current-password');
    await field.focus();
    await page.keyboard.press('Control+V');
    await shows(() => field.inputValue(), NEW_PASSWORD);
  });
});

describe('a password link', () => {
  test('accepts a valid password, and leads to the sign-in', async () => {
    stage.world().signedIn = false;
    const page = await stage.openPage('en');
    await stage.visit(page, `/recovery?code=${GOOD_CODE}`);
    const button = page.locator('button[type=submit]');
    await page.fill('input[name=new_password]', 'Short-1');
    await shows(() => button.isDisabled(), true);
    await shows(() => page.locator('li:has-text("More than eight characters: not met")').count(), 1);
    await page.fill('input[name=new_password]', NEW_PASSWORD);
    await button.click();
    await page.waitForSelector('text=The password is set');
    await page.waitForURL('**/login**');
  });

  test('that is invalid says so and offers a new one', async () => {
    stage.world().signedIn = false;
    const page = await stage.openPage('en');
    await stage.visit(page, '/recovery?code=used');
    await page.waitForSelector('text=Check failed');
    await page.click('a:has-text("Request a new link")');
    await page.waitForURL('**/forgot');
    await page.fill('input[name=email]', 'nobody');
    await page.click('button[type=submit]');
    await page.waitForSelector('text=User not found');
    await page.waitForSelector('text=User not found', { state: 'detached' });
    await page.fill('input[name=email]', 'Anna@corp.example');
    await page.click('button[type=submit]');
    await page.waitForSelector('text=A message was sent to anna@corp.example');
  });
});

describe('settings', () => {
  test('change the password: the button is enabled once all rules are met, then the main page opens', async () => {
    const page = await stage.openPage('en');
    await page.goto(stage.mock().url);
    await stage.visit(page, '/profile');
    await page.click('button[aria-label^="User menu"]');
    await shows(
      () => page.locator('[role=menuitem]').allInnerTexts(),
      ['Profile', 'Tasks dashboard', 'Events dashboard', 'Blacklist rules', 'Settings', 'Recent messages', 'Sign out'],
    );
    await page.click('role=menuitem[name="Settings"]');
    await page.waitForURL('**/settings');
    const button = page.locator('button[type=submit]');
    const repeat = page.locator('input[name=repeat_password]');
    await page.fill('input[name=old_password]', OLD_PASSWORD);
    await shows(() => repeat.isDisabled(), true);
    await page.fill('input[name=new_password]', NEW_PASSWORD);
    await repeat.fill('Vasilek-2027');
    await page.waitForSelector('text=Passwords do not match');
    await shows(() => button.isDisabled(), true);
    await repeat.fill(NEW_PASSWORD);
    await button.click();
    await page.waitForSelector('text=The password was changed');
    await page.waitForURL(`${stage.mock().url}/`);
  });

  test('end one session, then all others', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/settings');
    await page.click('button[aria-label="End the session: Chrome, Windows, 203.0.113.42"]');
    const end = page.locator('role=dialog >> button[type=submit]');
    await shows(() => end.isDisabled(), true);
    await page.fill('role=dialog >> input[name=password]', 'Wrong-2026');
    await end.click();
    await page.waitForSelector('role=dialog >> text=The password is wrong');
    expect(stage.world().sessions).toHaveLength(4);
    await page.fill('role=dialog >> input[name=password]', OLD_PASSWORD);
    await end.click();
    await until(() => stage.world().sessions.length === 3);
    await page.waitForSelector('role=dialog', { state: 'detached' });
    await page.click('button:has-text("End all others")');
    await page.fill('role=dialog >> input[name=password]', OLD_PASSWORD);
    await end.click();
    await page.waitForSelector('text=There are no other sessions');
    expect(stage.world().sessions.map((session) => session.current)).toEqual([true]);
  });
});

test('require a new password first when staff set the current one', async () => {
  const { settings } = stage.world();
  stage.world().settings = { ...settings, change_password: true };
  const page = await stage.openPage('en');
  await page.goto(`${stage.mock().url}/tasks`);
  await page.waitForURL('**/password');
  await page.fill('input[name=old_password]', OLD_PASSWORD);
  await page.fill('input[name=new_password]', NEW_PASSWORD);
  await page.fill('input[name=repeat_password]', NEW_PASSWORD);
  await page.click('button[type=submit]');
  await page.waitForURL(`${stage.mock().url}/`);
  expect(stage.world().settings.change_password).toBe(false);
});
