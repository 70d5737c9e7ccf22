import { describe, expect, test } from '@jest/globals';
import { chartData, startTaskRightNow } from '@leakwatch/contracts';
import { setStage } from './console/stage.ts';
import { addEntries } from './console/task-form-screens.ts';
import { shows } from './console/shows.ts';

const stage = setStage();

describe('tasks', () => {
  test('a refused start says why, and the reason can be read again', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks');
    await page.click('role=button[name="Start the task “Monitoring of billing 3”"]');
    await page.waitForSelector('role=alert >> text=The tariff allows no more running tasks');
    await page.click('role=alert >> role=button[name="Close"]');
    await page.waitForSelector('role=alert', { state: 'detached' });
    await page.click('role=button[name^="User menu of"]');
    await page.click('role=menuitem[name="Recent messages"]');
    await page.waitForSelector('role=dialog >> text=The tariff allows no more running tasks');
  });

  test('a task is stopped and started at the keyboard, and the focus stays on its button', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks');
    const name = await page.locator('role=button[name=/^Stop the task/]').first().getAttribute('aria-label');
    await page.focus(`role=button[name="${name}"]`);
    await page.keyboard.press('Enter');
    await page.focus('role=dialog >> role=button[name="Stop"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`role=button[name="${name?.replace('Stop', 'Start')}"]`);
    await shows(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), name?.replace('Stop', 'Start'));
  });

  test('a page number beyond the last shows the last page', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks?page=9');
    await page.waitForSelector('role=button[name="Start the task “Monitoring of billing 3”"]');
    expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  });

  test('a task is created from a pasted address; the draft survives a reload without the password', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/git_monitoring/create');
    await page.fill('role=textbox[name="Title"]', 'Billing of the north');
    await page.fill('role=textbox[name="Add by address"]', 'https://bot:s3cret@git.example/team/billing.git');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=stored encrypted');
    await shows(() => page.inputValue('role=textbox[name="Page address"]'), 'https://git.example/team/billing');
    await addEntries(page, 'corp.example -bad');
    await page.waitForSelector('text=-bad: contains characters that a domain cannot have');
    await page.click('role=checkbox[name="Tokens"]');
    await page.waitForSelector('text=37 patterns of 40 left');
    await page.reload();
    await page.waitForSelector('text=Your draft was restored');
    await shows(() => page.inputValue('role=textbox[name="Title"]'), 'Billing of the north');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('s3cret');
    await page.click('role=button[name="Create the task"]');
    await page.waitForURL('**/tasks');
    await page.waitForSelector('text=Billing of the north');
  });

  test('many chosen repositories are shown as lines; one typed by hand keeps its fields', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/git_monitoring/create');
    await page.fill('role=textbox[name="Account name"]', 'team');
    await page.click('role=button[name="Find repositories"]');
    await page.waitForSelector('text=Chosen 0 of 250');
    await page.click('role=checkbox[name="Select all"]');
    await page.waitForSelector('text=Chosen 249 of 250');
    await shows(() => page.locator('role=textbox[name="Git address"]').count(), 0);
    await page.click('role=button[name="Add by hand"]');
    await page.locator('role=textbox[name="Git address"]').pressSequentially('https://git.example/x.git');
    await shows(() => page.inputValue('role=textbox[name="Git address"]'), 'https://git.example/x.git');
  });

  test('errors of the server stand at their fields', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/git_monitoring/create');
    await page.fill('role=textbox[name="Title"]', 'Taken title');
    await page.fill('role=textbox[name="Add by address"]', 'https://git.example/team/billing.git');
    await page.keyboard.press('Enter');
    await addEntries(page, 'corp.example');
    await page.click('role=button[name="Create the task"]');
    await page.waitForSelector('text=Add both domains and keywords of groups');
    await page.click('role=checkbox[name="Tokens"]');
    await page.click('role=button[name="Create the task"]');
    await page.waitForSelector('text=The task has errors: check the marked fields');
    await page.waitForSelector('text=req-7f3a91');
    await shows(() => page.locator('role=textbox[name="Title"]').getAttribute('aria-invalid'), 'true');
    await shows(() => page.locator('role=textbox[name="Git address"]').getAttribute('aria-invalid'), 'true');
  });

  test('progress on the details page is live; stopping asks for a confirmation', async () => {
    const page = await stage.openPage('en', 'light');
    const task = stage.world().tasks[0];
    await stage.visit(page, `/git_monitoring/${task?.id ?? ''}`);
    await page.waitForSelector('text=scanning · 64%');
    stage.world().tasks = stage
      .world()
      .tasks.map((one) => ({ ...one, sources: one.sources.map((source) => ({ ...source, progress: 100, state: 'done' })) }));
    await page.waitForSelector('text=scanned · 100%');
    await page.click('role=button[name="Stop the task “Monitoring of billing 1”"]');
    await page.click('role=dialog >> role=button[name="Stop"]');
    await page.waitForSelector('role=button[name="Start the task “Monitoring of billing 1”"]');
    expect(stage.world().tasks[0]?.status).toBe(false);
  });

  test('the chart can be used by keyboard, read as a table, and filtered by a pattern; a copied address shows the same', async () => {
    const page = await stage.openPage('en', 'light');
    const task = stage.world().tasks[0]?.id ?? '';
    await stage.visit(page, `/git_monitoring/${task}?from=2026-03-01&to=2026-03-10`);
    const days = page.locator('svg [data-day]');
    await days.last().focus();
    await page.keyboard.press('Home');
    const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(first).toMatch(/^(01\.03|28\.02)\.2026: \d+ leaks?/);
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).not.toBe(first);
    await page.waitForSelector('text=Leaks by date:');
    await page.fill('input[placeholder="All patterns"]', 'intranet');
    await page.click('role=option[name="intranet.corp (80)"]');
    await page.waitForURL('**pattern=intranet.corp*');
    // The second change comes before the page has drawn the first, as on a slow machine.
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('input[value=table]')?.click();
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((tab) => tab.textContent.startsWith('Filter keywords'))?.click();
    });
    await page.waitForURL('**tab=filter*');
    await page.goto(page.url());
    await page.waitForSelector('role=region[name="Leaks by date, as a table"]');
    await shows(() => page.inputValue('input[placeholder="All patterns"]'), 'intranet.corp (80)');
    await shows(() => page.getAttribute('role=tab[name="Filter keywords 2"]', 'aria-selected'), 'true');
    await page.getByLabel('To', { exact: true }).fill('01.02.2026');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=The end is before the beginning');
  });

  test('a failed chart leaves the rest of the page usable, and can be retried', async () => {
    const page = await stage.openPage('en', 'light');
    const task = stage.world().tasks[0]?.id ?? '';
    stage.world().refuse(chartData, 503, 'unavailable');
    await stage.visit(page, `/git_monitoring/${task}`);
    await page.waitForSelector('text=The chart is not available now');
    await shows(() => page.locator('role=alert').count(), 0);
    await page.waitForSelector('text=scanning · 64%');
    stage.world().refusals.clear();
    await page.waitForSelector('svg [data-day]');
  });

  test('only staff can run a task right now, and see why a run is refused', async () => {
    const page = await stage.openPage('en', 'light');
    const task = stage.world().tasks[0]?.id ?? '';
    await stage.visit(page, `/git_monitoring/${task}`);
    await shows(() => page.locator('role=button[name="Run right now"]').count(), 0);
    stage.mock().reset('full', true);
    await stage.visit(page, `/git_monitoring/${task}`);
    await page.click('role=button[name="Run right now"]');
    await page.waitForSelector('text=The task is running ahead of the queue');
    stage.world().refuse(startTaskRightNow, 409, 'pattern_limit_reached');
    await page.click('role=button[name="Run right now"]');
    await page.waitForSelector('text=The running tasks would have more patterns than the tariff allows');
  });

  test('deleting a task leads to the list, and deletes its events when that is ticked', async () => {
    const page = await stage.openPage('en', 'light');
    const task = stage.world().tasks[0];
    await stage.visit(page, `/git_monitoring/${task?.id ?? ''}`);
    await page.click(`role=button[name="Delete the task “${task?.title ?? ''}”"]`);
    await page.check('role=checkbox[name=/Delete its events too/]');
    await page.click('role=dialog >> role=button[name="Delete"]');
    await page.waitForURL('**/tasks');
    expect(stage.world().deletedWithEvents).toEqual([true]);
  });

  test('the list links to the histories and pages of its tasks, and keeps its columns', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks');
    await shows(() => page.getAttribute('role=link[name="Change history"]', 'href'), '/changing_history/');
    await shows(() => page.getAttribute('role=link[name="Activity history"]', 'href'), '/logs/');
    await page.click('role=button[name="Columns"]');
    await page.uncheck('role=checkbox[name="Author"]');
    await page.waitForSelector('role=columnheader[name="Author"]', { state: 'detached' });
    await page.reload();
    await page.waitForSelector('role=columnheader[name="Confirmation"]');
    await shows(() => page.locator('role=columnheader[name="Author"]').count(), 0);
    await page.click('role=row >> text=Monitoring of billing 5');
    await page.waitForURL('**/task/*');
    await page.waitForSelector('text=corp.example billing');
  });
});
