import { describe, expect, test } from '@jest/globals';
import { setStage } from './console/stage.ts';
import { shows } from './console/shows.ts';

// What is loaded when it is pressed, while the line to the server is away.
const stage = setStage();
const NOTE = 'text=No connection to the server. What you asked for opens by itself';

describe('without a connection', () => {
  test('the command palette and a page wait for it, and the page that is open stays', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/blacklist');
    const line = page.context();

    await line.setOffline(true);
    await page.keyboard.press('Control+k');
    await page.waitForSelector(NOTE);
    await shows(() => page.locator('h1').innerText(), 'Blacklist');
    await line.setOffline(false);
    await page.waitForSelector('[role=dialog] input');
    await page.waitForSelector(NOTE, { state: 'detached' });
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { state: 'detached' });

    await line.setOffline(true);
    await page.click('a[href="/reports"]');
    await page.waitForSelector(NOTE);
    await shows(() => page.locator('h1').innerText(), 'Blacklist');
    await line.setOffline(false);
    await page.waitForSelector('h1:has-text("Reports")');
  });

  test('a file that the server no longer has is said at once', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/blacklist');
    await page.route('**/assets/palette*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.keyboard.press('Control+k');
    await page.waitForSelector('text=The page could not be opened');
    expect(await page.locator(NOTE).count()).toBe(0);
  });
});
