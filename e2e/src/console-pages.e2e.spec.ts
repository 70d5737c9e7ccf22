import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { findViolations } from './console/browser.ts';
import { openScreen, SCREENS } from './console/screens.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

// Tests of the build in apps/console/dist against a typed mock server.
const stage = setStage();

/** Screens alternate in language and colour scheme, which takes half the time of all combinations. */
const LOOKS = [
  ['ru', 'light'],
  ['en', 'dark'],
] as const;

describe('axe finds nothing', () => {
  test.each(SCREENS.map((screen, index) => [screen.name, screen, LOOKS[index % 2] ?? LOOKS[0]] as const))(
    '%s',
    async (_name, screen, look) => {
      const page = await stage.sharedPage(look[0], look[1]);
      const found: string[] = [];
      for (const scenario of screen.scenarios) {
        await openScreen(page, stage.mock(), screen, scenario);
        found.push(...(await findViolations(page)).map((violation) => `${look.join(' ')} ${scenario}: ${violation}`));
      }
      expect(found).toEqual([]);
    },
  );
});

describe('access', () => {
  test('a signed-out user is sent to /login and returns to the same page', async () => {
    stage.world().signedIn = false;
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks?title=billing');
    await page.waitForURL('**/login?next=*');
    await page.fill('input[name=username]', 'Irina@corp.example');
    await page.fill('input[name=password]', 'wrong');
    await page.click('button[type=submit]');
    await page.waitForSelector('text=Authentication Failed! Invalid credentials!');
    await page.fill('input[name=password]', 'right-password');
    await page.click('button[type=submit]');
    await page.waitForURL('**/tasks?title=billing');
    await page.waitForSelector('table');
    await stage.visit(page, '/login');
    await page.waitForURL(`${stage.mock().url}/`);
  });

  test('signing out leads to /login', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks');
    await page.click('button[aria-label^="User menu"]');
    await page.click('role=menuitem[name="Sign out"]');
    await page.waitForURL('**/login');
    expect(stage.world().signedIn).toBe(false);
  });

  test('signing out clears the browser’s storage except language and colour scheme', async () => {
    const page = await stage.openPage('ru', 'light');
    await stage.visit(page, '/tasks');
    await page.evaluate(() => {
      localStorage.setItem('leakwatch.locale', 'en');
      localStorage.setItem('leakwatch.scheme', 'dark');
      localStorage.setItem('somebody’s', 'draft');
    });
    await page.goto(`${stage.mock().url}/logout`);
    await page.waitForURL('**/login');
    await page.waitForSelector('h1:has-text("Sign in")');
    expect(await page.evaluate(() => Object.entries(localStorage).sort())).toEqual([
      ['leakwatch.locale', 'en'],
      ['leakwatch.scheme', 'dark'],
    ]);
  });

  test('the language changes at once and is kept in the browser and on the account', async () => {
    const page = await stage.openPage('ru', 'light');
    await stage.visit(page, '/tasks');
    await page.waitForSelector('h1:has-text("Задачи")');
    await page.click('header >> text=EN');
    await page.waitForSelector('h1:has-text("Tasks")');
    await shows(() => page.getAttribute('html', 'lang'), 'en');
    await until(() => stage.world().settings.locale === 'en');
    await page.reload();
    await page.waitForSelector('h1:has-text("Tasks")');
  });
});

test('the first route loads at most 200 kB of script, compressed', async () => {
  const page = await stage.openPage('ru', 'light');
  stage.world().signedIn = false;
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body());
  });
  await stage.visit(page, '/login');
  await page.waitForSelector('input[name=password]');
  const sizes = (await Promise.all(scripts)).map((bytes) => gzipSync(bytes).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(`first route: ${sizes.length} scripts, ${total} bytes gzip\n`);
  expect(total).toBeLessThanOrEqual(200_000);
});
