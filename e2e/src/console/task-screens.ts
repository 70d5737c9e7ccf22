import { chartData } from '@leakwatch/contracts';
import type { Page } from 'playwright-core';
import { mockId } from '../../../apps/console/mock/ids.ts';
import { ALL, type Screen } from './screen.ts';
import { addEntries } from './task-form-screens.ts';

const TASK = mockId(2, 1);

/** Asks for the repositories of an account of the mock host (apps/console/mock/nouns/discovery.ts). */
async function discover(page: Page, account: string): Promise<void> {
  await page.locator('fieldset').nth(0).locator('input[maxlength="255"]').fill(account);
  await page.locator('fieldset').nth(0).locator('button').first().click();
}

/** The list of tasks, the form of a new task with its search for repositories, and the page of a task. */
export const TASK_SCREENS: readonly Screen[] = [
  { name: 'tasks', path: '/tasks', scenarios: ALL },
  { name: 'create', path: '/git_monitoring/create', scenarios: ALL },
  {
    name: 'create-faults',
    path: '/git_monitoring/create',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('fieldset').nth(1).locator('input').first().fill('https://bot:secret@git.example/team/billing.git');
      await page.keyboard.press('Enter');
      await addEntries(page, 'corp.example, -bad corp.example\nportal.corp.example');
      await page.locator('button:has-text("задачу"), button:has-text("Create the task")').last().click();
    },
  },
  { name: 'task', path: `/git_monitoring/${TASK}`, scenarios: ['full', 'failing'] },
  { name: 'task-staff', path: `/git_monitoring/${TASK}?tab=public_domain`, scenarios: ['full'], staff: true },
  { name: 'task-deep', path: `/task/${mockId(2, 5)}`, scenarios: ['full'] },
  { name: 'task-quiet', path: `/git_monitoring/${mockId(2, 3)}`, scenarios: ['full'] },
  { name: 'task-chart-table', path: `/git_monitoring/${TASK}?view=table`, scenarios: ['full'] },
  {
    name: 'task-chart-point',
    path: `/git_monitoring/${TASK}?from=2026-01-10&to=2026-09-01`,
    scenarios: ['full'],
    act: (page) => page.locator('svg [data-day]').nth(40).focus(),
  },
  {
    name: 'task-chart-failing',
    path: `/git_monitoring/${TASK}`,
    scenarios: ['full'],
    world: (world) => world.refuse(chartData, 503, 'unavailable'),
  },
  {
    name: 'tasks-columns',
    path: '/tasks',
    scenarios: ['full'],
    act: async (page) => {
      await page.click('button:has-text("Столбцы"), button:has-text("Columns")');
      await page.locator('[role=dialog] input').nth(3).click();
    },
  },
  { name: 'task-filter-tab', path: `/git_monitoring/${TASK}?tab=filter`, scenarios: ['full'] },
  { name: 'task-missing', path: `/task/${mockId(2, 999)}`, scenarios: ['empty'] },
  {
    name: 'discovery-found',
    path: '/git_monitoring/create',
    scenarios: ['full'],
    act: async (page) => {
      await discover(page, 'team');
      await page.waitForSelector('ul input[type=checkbox]');
      for (const at of [0, 1, 3]) await page.locator('ul input[type=checkbox]').nth(at).check();
    },
  },
  {
    name: 'discovery-many-chosen',
    path: '/git_monitoring/create',
    scenarios: ['full'],
    act: async (page) => {
      await discover(page, 'huge');
      await page.waitForSelector('ul input[type=checkbox]');
      await page.locator('fieldset').nth(0).locator('input[type=checkbox]').first().click();
    },
  },
  {
    name: 'discovery-running',
    path: '/git_monitoring/create',
    scenarios: ['full'],
    act: async (page) => {
      await discover(page, 'endless');
      await page.waitForSelector('text=/1\\s?200/');
    },
  },
  ...['missing', 'limited', 'refused', 'nothing', 'bad/name'].map(
    (account): Screen => ({
      name: `discovery-${account.replace('/', '-')}`,
      path: '/git_monitoring/create',
      scenarios: ['full'],
      act: async (page) => {
        await discover(page, account);
        await page.waitForSelector('[role=alert], [role=status], [aria-invalid=true]');
      },
    }),
  ),
];
