import { describe, expect, test } from '@jest/globals';
import { setStage } from './console/stage.ts';
import { addEntries } from './console/task-form-screens.ts';

const stage = setStage();

describe('tasks', () => {
  test('a refused start says why', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks');
    await page.click('role=button[name="Start the task “Monitoring of billing 3”"]');
    await page.waitForSelector('text=The limit of running tasks of the tariff is reached');
  });

  test('a task is made from a pasted address; the draft survives a reload without the password', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/git_monitoring/create');
    await page.fill('role=textbox[name="Title"]', 'Billing of the north');
    await page.fill('role=textbox[name="Add by address"]', 'https://bot:s3cret@git.example/team/billing.git');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=kept encrypted');
    expect(await page.inputValue('role=textbox[name="Page address"]')).toBe('https://git.example/team/billing');
    await addEntries(page, 'corp.example -bad');
    await page.waitForSelector('text=-bad: characters that a domain may not have');
    await page.click('role=checkbox[name="Tokens"]');
    await page.waitForSelector('text=37 patterns of 40 left');
    await page.reload();
    await page.waitForSelector('text=Your draft was restored');
    expect(await page.inputValue('role=textbox[name="Title"]')).toBe('Billing of the north');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('s3cret');
    await page.click('role=button[name="Create the task"]');
    await page.waitForURL('**/tasks');
    await page.waitForSelector('text=Billing of the north');
  });

  test('many chosen repositories are lines; one that is typed in keeps its fields', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/git_monitoring/create');
    await page.fill('role=textbox[name="Account name"]', 'team');
    await page.click('role=button[name="Find repositories"]');
    await page.waitForSelector('text=Chosen 0 of 250');
    await page.click('role=checkbox[name="Select all"]');
    await page.waitForSelector('text=Chosen 249 of 250');
    expect(await page.locator('role=textbox[name="Git address"]').count()).toBe(0);
    await page.click('role=button[name="Add by hand"]');
    await page.locator('role=textbox[name="Git address"]').pressSequentially('https://git.example/x.git');
    expect(await page.inputValue('role=textbox[name="Git address"]')).toBe('https://git.example/x.git');
  });

  test('faults of the server stand at their fields', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/git_monitoring/create');
    await page.fill('role=textbox[name="Title"]', 'Taken title');
    await page.fill('role=textbox[name="Add by address"]', 'https://git.example/team/billing.git');
    await page.keyboard.press('Enter');
    await addEntries(page, 'corp.example');
    await page.click('role=button[name="Create the task"]');
    await page.waitForSelector('text=Both domains and keywords of groups are needed');
    await page.click('role=checkbox[name="Tokens"]');
    await page.click('role=button[name="Create the task"]');
    await page.waitForSelector('text=The task has errors');
    await page.waitForSelector('text=req-7f3a91');
    expect(await page.locator('role=textbox[name="Title"]').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('role=textbox[name="Git address"]').getAttribute('aria-invalid')).toBe('true');
  });

  test('progress on the details page is live; a stop is confirmed', async () => {
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
});
