import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { listTaskOptions } from '@leakwatch/contracts';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { addEntries } from './console/task-form-screens.ts';
import { eventsOf, spelledEvents, spelledLeaks, untilDone, untilEvents } from './product/events-of.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';
import { openTab } from './console/open-tab.ts';
import { shows } from './console/shows.ts';

jest.setTimeout(600_000);

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function signIn(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto(`${product.ready.url}/login`);
  await page.fill('role=textbox[name="E-mail"]', product.email);
  await page.fill('input[type="password"]', PASSWORD);
  await page.click('role=button[name="Sign in"]');
  await page.waitForURL(`${product.ready.url}/`);
  return page;
}

/** Events whose first mark is not visible in its code box, also in a minified file of one long line. */
const MARKS_OUT_OF_VIEW = `[...document.querySelectorAll('article')].filter((article) => {
  // A name that a pattern asks for is marked in the path too.
  const first = article.querySelector('[role=group] mark');
  const mark = first.getBoundingClientRect();
  const box = first.closest('[role=group]').getBoundingClientRect();
  return mark.top < box.top || mark.bottom > box.bottom || mark.left < box.left || mark.right > box.right;
}).map((article) => article.innerText.slice(0, 200))`;

describe('the whole path', () => {
  test('a user signs in, creates a git monitoring task, finds exactly the planted leaks, and triages', async () => {
    const { sample } = product;
    const page = await signIn();
    await page.goto(`${product.ready.url}/git_monitoring/create`);
    await page.fill('role=textbox[name="Title"]', 'Romashka shop');
    await page.fill('role=textbox[name="Add by address"]', product.git.url('/romashka.git'));
    await page.keyboard.press('Enter');
    if ((await page.inputValue('role=textbox[name="Account name"]')) === '')
      await page.fill('role=textbox[name="Account name"]', 'romashka');
    const fillTab = async (tab: string, label: string, lines: readonly string[]) => {
      await openTab(page, tab);
      await addEntries(page, lines.join('\n'));
      await page.waitForSelector(`role=list[name="${label}"]`);
    };
    await fillTab('Public domains', 'Domains', sample.patterns.public_domains.patterns);
    await page.click('role=checkbox[name="Credentials"]');
    await fillTab('Internal domains', 'Internal domains', sample.patterns.internal_domains.patterns);
    await fillTab('Magic keywords', 'Magic keywords', sample.patterns.keywords.patterns);
    await fillTab('Regex keywords', 'Regex keywords', sample.patterns.regex_keywords.patterns);
    await fillTab('Filter keywords', 'Filter keywords', sample.filterKeywords);
    await page.click('role=button[name="Create the task"]');
    await page.waitForSelector('text=Task successfully created!', { state: 'attached' });
    await page.waitForURL('**/tasks');
    await page.click('role=button[name="Start the task “Romashka shop”"]');
    await page.click('role=link[name="Romashka shop"]');
    await page.waitForURL('**/git_monitoring/*');
    const task = page.url().split('/').at(-1) ?? '';
    await page.waitForSelector('text=scanned · 100%', { timeout: 240_000 });
    const events = await untilEvents(product.user, task, sample.planted.length);
    expect(spelledEvents(events)).toEqual(spelledLeaks(sample));

    // Full rows show the text around the matches; two of the events stand on one line.
    await page.evaluate(() => localStorage.setItem('leakwatch.compact', 'no'));
    await page.goto(`${product.ready.url}/?status=open&size=50&rows=event`);
    await page.waitForSelector('article');
    const open = events.filter((event) => event.status === 'open').length;
    await shows(() => page.locator('article').count(), open);
    expect(await page.locator('article mark').count()).toBeGreaterThanOrEqual(open);
    expect(await page.evaluate(MARKS_OUT_OF_VIEW)).toEqual([]);
    const alone = events.find((event) => event.status === 'open' && !event.same_file && event.sim_count === 0);
    await page
      .locator(`#event-${alone?.id ?? ''}`)
      .getByText('Fixed', { exact: true })
      .click();
    await page.waitForSelector('text=Status of 1 event changed: Fixed', { state: 'attached' });
    const after = await eventsOf(product.user, task);
    expect(after.find((event) => event.id === alone?.id)?.status).toBe('fixed');
    expect(Object.values(after.find((event) => event.id === alone?.id)?.status_changes ?? {}).at(-1)).toEqual({
      actor: 'romashka',
      new_status: 'fixed',
    });
    await page.context().close();
  });

  test('a push adds only the new leak; a forced push and a deleted branch remove no event', async () => {
    const [task] = listTaskOptions.answer.parse(await product.user.get('/api/tasks/full/'));
    const id = task?.id ?? '';
    const before = spelledEvents(await eventsOf(product.user, id));
    const bare = product.sample.directory;
    const tip = execFileSync('git', ['-C', bare, 'rev-parse', 'main'], { encoding: 'utf8' }).trim();
    const stream = [
      'commit refs/heads/main',
      'committer Late Comer <late@dev.example> 1760000000 +0000',
      'data 4',
      'late',
      `from ${tip}~3`,
      'M 100644 inline late/leak.cfg',
      'data 41',
      '# romashka.example\npassword = "late-one"\n',
      'done',
      '',
    ].join('\n');
    execFileSync('git', ['-C', bare, 'fast-import', '--force', '--quiet', '--done'], { input: stream });
    execFileSync('git', ['-C', bare, 'branch', '-D', 'feature/billing']);
    await product.user.post(`/api/tasks/${id}/stop/`);
    await sleep(11_000); // a mirror that was fetched within ten seconds is not fetched again
    await product.user.post(`/api/tasks/${id}/start/`);
    const events = await untilEvents(product.user, id, before.length + 1);
    const fresh = spelledEvents(events).filter((event) => !before.includes(event));
    expect(fresh).toEqual([expect.stringContaining('romashka.example password | late/leak.cfg:1')]);
    await untilDone(product.user, id);
    expect((await eventsOf(product.user, id)).length).toBe(before.length + 1);
  });

  test('kill -9 of the crawler and the events service during a scan: exactly the planted leaks', async () => {
    const { services } = product.ready;
    const task = await product.startTask('/second.git', 'Killed in the middle');
    for (const pause of [150, 600]) {
      await sleep(pause);
      for (const name of ['crawler', 'events'] as const) services.kill(name);
      for (const name of ['crawler', 'events'] as const) services.start(name);
      await Promise.all([services.waitFor('crawler'), services.waitFor('events')]);
    }
    await untilDone(product.user, task);
    const events = await untilEvents(product.user, task, product.sample.planted.length);
    await sleep(2_000); // an event that is shown twice would have come by now
    expect(spelledEvents(await eventsOf(product.user, task))).toEqual(spelledEvents(events));
    expect(spelledEvents(events)).toEqual(spelledLeaks(product.sample));
  });
});
