import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { makeRule } from '../../apps/console/mock/data/blacklist.ts';
import { mockId } from '../../apps/console/mock/ids.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

const stage = setStage();
const dialog = (page: Page) => page.locator('[role=dialog]').last();
/** Of github and of the own organisation, among all events (apps/console/mock/data/events.ts). */
const EVENT = mockId(1, 29);
const OF_TEAM = 5;

describe('the blacklist', () => {
  test('a new rule moves its events after a confirmation; undo moves them back', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/blacklist');
    await page.click('role=button[name="Create a rule"]');
    await page.waitForURL('**dialog=new');
    await page.fill('input[name=rule_owner]', ' @team ');
    await dialog(page).locator('button[type=submit]').click();
    await page.waitForSelector(`text=${OF_TEAM} events match the rule “team” (GitHub)`);
    const before = stage.world().events.map(({ status }) => status);
    await page.click(`role=button[name="Move ${OF_TEAM} events"]`);
    await page.waitForSelector(`text=${OF_TEAM} events were blacklisted`);
    expect(
      stage
        .world()
        .events.filter((event) => event.source_type === 'github')
        .map(({ status }) => status),
    ).toEqual(Array(OF_TEAM).fill('blacklist'));
    await page.click('role=button[name="Undo"]');
    await page.waitForSelector(`text=${OF_TEAM} events restored`);
    expect(stage.world().events.map(({ status }) => status)).toEqual(before);
    expect(stage.world().rules[0]).toMatchObject({ rule_owner: 'team', rule_repo: '', task: null });
    expect(new URL(page.url()).search).toBe('');
  });

  test('matching events stay when the user declines, and can be moved later from the row', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/blacklist?dialog=new');
    await page.fill('input[name=rule_owner]', 'team');
    await page.keyboard.press('Enter');
    await page.click('role=button[name="Leave unchanged"]');
    expect(stage.world().events.filter(({ status }) => status === 'blacklist')).toHaveLength(3);
    await page.click('role=button[name="Move matching events: “team” (GitHub)"]');
    await page.click(`role=button[name="Move ${OF_TEAM} events"]`);
    await until(() => stage.world().events.filter(({ status }) => status === 'blacklist').length === 3 + OF_TEAM);
  });

  test('fields follow the block type; errors stand beside their fields, a duplicate rule is reported, nothing typed is lost', async () => {
    const page = await stage.openPage('ru');
    await stage.visit(page, '/blacklist?dialog=new');
    await page.check('role=radio[name="Репозиторий у любого владельца"]');
    await shows(() => page.locator('input[name=rule_owner]').count(), 0);
    await page.fill('input[name=rule_repo]', 'https://github.com/a/b');
    await dialog(page).locator('button[type=submit]').click();
    await page.waitForSelector('text=Нужно только имя');
    await page.fill('input[name=rule_repo]', 'DOTFILES');
    await page.keyboard.press('Enter');
    await page.waitForSelector('role=alert >> text=Такое правило чёрного списка уже есть');
    await shows(() => page.inputValue('input[name=rule_repo]'), 'DOTFILES');
    await shows(() => page.locator('option[value=pastebin]').isDisabled(), true);
    await page.waitForSelector('text=Для Pastebin правил нет');
    await page.check('role=radio[name="Владельца: все его репозитории"]');
    await shows(() => page.locator('input[name=rule_repo]').count(), 0);
    await page.keyboard.press('Escape');
    await page.click('role=button[name="Закрыть без сохранения"]');
    await page.waitForURL(/blacklist$/);
  });

  test('a change to a global rule asks for a confirmation; one of a task does not', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/blacklist');
    await page.click('role=button[name="Edit: “romashka-archive” (GitHub)"]');
    await page.fill('input[name=rule_owner]', 'renamed');
    await page.keyboard.press('Enter');
    const warning = page.locator('[role=dialog]', { hasText: 'applies to the whole organisation' });
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await warning.waitFor({ state: 'detached' });
    expect(stage.world().rules[0]?.rule_owner).toBe('romashka-archive');
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.click('role=button[name="Change"]');
    await until(() => stage.world().rules[0]?.rule_owner === 'renamed');
    await stage.visit(page, `/blacklist?dialog=${mockId(31, 2)}`);
    // The stored name, of hostile text, is none that GitHub has.
    await page.fill('input[name=rule_owner]', 'octo');
    await page.fill('input[name=rule_repo]', 'other');
    await page.keyboard.press('Enter');
    await until(() => stage.world().rules[0]?.rule_repo === 'other');
  });

  test('deleting a rule asks for a confirmation that names it; events keep their status', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/blacklist');
    const statuses = stage.world().events.map(({ status }) => status);
    await page.click('role=button[name="Delete: “romashka-archive” (GitHub)"]');
    await dialog(page).getByText('The rule “romashka-archive” (GitHub) will no longer apply').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await until(() => stage.world().rules.length === 13);
    expect(stage.world().events.map(({ status }) => status)).toEqual(statuses);
  });

  test('search and page are kept in the address, and can be cleared', async () => {
    const page = await stage.openPage('en');
    // The page of a deleted task: going back skips it.
    await stage.visit(page, '/reports');
    await page.waitForSelector('tbody tr');
    await stage.visit(page, '/blacklist?page=9');
    await page.waitForURL('**page=2');
    await page.waitForSelector('tbody tr');
    await page.goBack();
    await page.waitForURL('**/reports');
    await stage.visit(page, '/blacklist?page=2');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 4);
    await page.fill('input[type=search]', '@Romashka');
    await page.waitForURL('**rule=*');
    await page.waitForFunction(() => [...document.querySelectorAll('tbody tr')].every((row) => row.textContent?.includes('romashka')));
    await page.fill('input[type=search]', 'nobody');
    await page.click('role=button[name="Clear the filters"]');
    await page.waitForURL(/blacklist$/);
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 10);
  });

  test('staff can view any organisation, and create rules for their own only', async () => {
    stage.mock().reset('full', true);
    const other = mockId(8, 2);
    stage.world().rules.push(makeRule(50, { company: other, org: other, rule_owner: 'theirs', block_type: 'owner' }));
    const page = await stage.openPage('en');
    await stage.visit(page, '/blacklist?rule=theirs');
    await page.waitForSelector('td:has-text("Old Corp")');
    await page.waitForSelector('role=button[name="Create a rule"]');
    await page.click('input[placeholder="All organisations"]');
    await page.waitForSelector('text=Inactive');
    await page.click('role=option[name="Old Corp"]');
    await page.waitForURL(`**org=${other}`);
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await shows(() => page.locator('role=button[name="Create a rule"]').count(), 0);
    await stage.visit(page, `/blacklist?org=${other}&dialog=new`);
    await shows(() => page.locator('[role=dialog]').count(), 0);
  });

  test('the dialog opens from an event, by its button or the key b, filled from it; a source without a blacklist says so', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/?status=all&source_type=github');
    await page.keyboard.press('j');
    await page.keyboard.press('b');
    await page.waitForURL(`**blacklist=${EVENT}`);
    await shows(() => page.inputValue('input[name=rule_owner]'), 'team');
    await page.check('role=radio[name="A repository of one owner"]');
    await shows(() => page.inputValue('input[name=rule_repo]'), 'billing');
    await dialog(page).locator('button[type=submit]').click();
    await page.click('role=button[name="Leave unchanged"]');
    expect(stage.world().rules[0]).toMatchObject({ rule_owner: 'team', rule_repo: 'billing', event: EVENT });
    await stage.visit(page, '/?status=all&source_type=git_repo');
    await page.click('article >> nth=1');
    const button = page.locator('aside >> role=button[name="Add to blacklist"]');
    await shows(() => button.isDisabled(), true);
    await shows(() => button.getAttribute('title'), 'Only GitHub and Gist have a blacklist. The source of this event: Git repository.');
    await page.keyboard.press('b');
    await page.waitForSelector('role=alert >> text=The source of this event: Git repository');
    await shows(() => page.locator('[role=dialog]').count(), 0);
  });
});
