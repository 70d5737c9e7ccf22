import { describe, expect, test } from '@jest/globals';
import { mockId } from '../../apps/console/mock/ids.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

const stage = setStage();

describe('the changing history', () => {
  test('filters by task and action are kept in the address, and can be cleared', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, `/changing_history/?task=${mockId(2, 2)}`);
    await page.waitForSelector(`text=ID: ${mockId(2, 2)}`);
    const titles = await page.locator('tbody td:nth-child(2)').allTextContents();
    expect(new Set(titles.map((title) => title.replace(/ deleted$/, '')))).toEqual(new Set(['Monitoring of billing 2']));
    await page.click('input[placeholder="All actions"]');
    await page.click('role=option[name="Blocked"]');
    await page.waitForURL('**action=block');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await stage.visit(page, `/changing_history/?task=${mockId(2, 99)}`);
    await page.waitForSelector('text=No change matches the filters');
    await page.click('role=button[name="Clear the filters"]');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 50);
  });

  test('shows hostile texts as text', async () => {
    const page = await stage.openPage('en');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await stage.visit(page, '/changing_history/?action=update');
    await page.waitForSelector('ins:has-text("<img src=x onerror=")');
    await shows(() => page.locator('main img').count(), 0);
    expect(dialogs).toEqual([]);
  });

  test('links lead from the tasks to the history and back to a task', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/tasks');
    await page.click('role=link[name="Change history"]');
    await page.waitForURL('**/changing_history/');
    await page.waitForSelector('role=heading[name="Task change history"]');
    await page.click('tbody >> role=link[name="Monitoring of billing 1"] >> nth=0');
    await page.waitForURL(`**/task/${mockId(2, 1)}`);
    await page.click('role=link[name="History"]');
    await page.waitForURL(`**/changing_history/?task=${mockId(2, 1)}`);
  });
});

describe('logs', () => {
  test('are cleared only after a confirmation', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/logs/');
    await page.waitForSelector('text=repositories, queries or channels not read: 2');
    await page.click('role=button[name="Clear"]');
    await page.click('role=dialog >> role=button[name="Cancel"]');
    expect(stage.world().taskLogs).toHaveLength(26);
    await page.click('role=button[name="Clear"]');
    await page.click('role=dialog >> role=button[name="Clear"]');
    await page.waitForSelector('text=There are no entries yet');
    expect(stage.world().taskLogs).toEqual([]);
  });

  test('have a tab of users with texts, and a disabled tab of events', async () => {
    const page = await stage.openPage('ru');
    await stage.visit(page, '/logs/');
    await shows(() => page.locator('role=tab[name="События"]').isDisabled(), true);
    await page.click('role=tab[name="Пользователи"]');
    await page.waitForURL('**/logs/?tab=users');
    await page.waitForSelector('td:has-text("Неудачный вход")');
  });
});

describe('notifications', () => {
  test('are marked as read, closed and deleted, each after a confirmation; the bell counts the open ones', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/events');
    await page.click('role=link[name="Notifications: 3 open"]');
    await page.waitForURL('**/notifications/');
    const [first] = stage.world().notifications;
    await page.click(`role=button[name="Details of “${first?.title}”"] >> nth=0`);
    await page.waitForURL('**details=*');
    await page.waitForSelector('role=dialog >> text=Проверьте адрес и доступ');
    await page.click('role=dialog >> role=button[name="Close"]');
    await page.click(`role=button[name="Close the notification “${first?.title}”"] >> nth=0`);
    await page.click('role=dialog >> role=button[name="Cancel"]');
    expect(stage.world().notifications[0]?.active).toBe(true);
    await page.click(`role=button[name="Close the notification “${first?.title}”"] >> nth=0`);
    await page.click('role=dialog >> role=button[name="Close"]');
    await until(() => stage.world().notifications[0]?.active === false);
    await page.waitForSelector('role=link[name="Notifications: 2 open"]');
    await page.click('role=button[name="Close all"]');
    await page.waitForSelector('text=Open notifications: 2');
    await page.click('role=dialog >> role=button[name="Close all"]');
    await until(() => stage.world().notifications.every((one) => !one.active));
    await page.click('role=button[name="Delete all"]');
    await page.click('role=dialog >> role=button[name="Delete all"]');
    await page.waitForSelector('text=There are no notifications');
  });
});
