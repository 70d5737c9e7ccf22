import { expect, test } from '@jest/globals';
import { setStage } from './console/stage.ts';
import { shows } from './console/shows.ts';

// Who is led where, against the typed mock server.
const stage = setStage();

test('without a needed role every page leads to /forbidden, and that page stays', async () => {
  stage.world().settings = { ...stage.world().settings, roles: { authenticated: false } };
  const page = await stage.openPage('en');
  for (const path of ['/', '/tasks', '/settings', '/task/create']) {
    await stage.visit(page, path);
    await page.waitForURL('**/forbidden');
    await page.getByRole('heading', { level: 1, name: 'No access' }).waitFor();
  }
});

test('signed in, /join and /login lead to the index; not signed in, /join to the sign-in', async () => {
  const page = await stage.openPage('en');
  for (const path of ['/join', '/login']) {
    await stage.visit(page, path);
    await page.waitForURL(`${stage.mock().url}/`);
  }
  stage.world().signedIn = false;
  await stage.visit(page, '/join');
  await page.waitForURL('**/login');
  await page.waitForSelector('input[name=username]');
});

test('the user menu has every entry of the documents, of which the blacklist rules alone are disabled', async () => {
  const page = await stage.openPage('en');
  await stage.visit(page, '/settings');
  await page.getByRole('button', { name: /User menu/ }).click();
  const entries = page.getByRole('menuitem');
  await entries.first().waitFor();
  await shows(
    () => entries.allTextContents(),
    ['Profile', 'Tasks dashboard', 'Events dashboard', 'Blacklist rules', 'Settings', 'Recent messages', 'Sign out'],
  );
  expect(await entries.evaluateAll((all) => all.map((one) => one.hasAttribute('data-disabled')))).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
  await page.getByRole('menuitem', { name: 'Tasks dashboard' }).click();
  await page.waitForURL('**/tasks');
});

test('the notification groups are an empty page, and an unknown address is 404', async () => {
  const page = await stage.openPage('en');
  await stage.visit(page, '/notifications_groups');
  await page.getByRole('heading', { level: 1, name: 'Notification groups' }).waitFor();
  await stage.visit(page, '/no/such/page');
  await page.getByRole('heading', { level: 1, name: '404: page not found' }).waitFor();
});
