import { chartData, listSimilar, readEventText } from '@leakwatch/contracts';
import type { Page } from 'playwright-core';
import { mockId } from '../../../apps/console/mock/ids.ts';
import { COMMON_PASSWORD, GOOD_CODE } from '../../../apps/console/mock/data/people.ts';
import type { MockServer } from '../../../apps/console/mock/server.ts';
import type { Scenario } from '../../../apps/console/mock/world.ts';
import { EVENT_SCREENS } from './event-screens.ts';
import { AUDIT_SCREENS } from './audit-screens.ts';
import { AUTH_TOKEN_SCREENS } from './auth-token-screens.ts';
import { OBSERVER_SCREENS } from './observer-screens.ts';
import { OVERVIEW_SCREENS } from './overview-screens.ts';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { ORGANISATION_SCREENS } from './organisation-screens.ts';
import { POOL_SCREENS } from './pool-screens.ts';
import { REGEX_TEMPLATE_SCREENS } from './regex-template-screens.ts';
import { REPORT_SCREENS } from './report-screens.ts';
import { SESSION_SCREENS } from './session-screens.ts';
import { BLACKLIST_SCREENS } from './blacklist-screens.ts';
import { IDENTITY_SCREENS } from './identity-screens.ts';
import { KEYWORD_SET_SCREENS } from './keyword-set-screens.ts';
import { LOG_SCREENS } from './log-screens.ts';
import { NOTIFICATION_SETTINGS_SCREENS } from './notification-settings-screens.ts';
import type { Screen } from './screen.ts';
import { STATISTICS_SCREENS } from './statistics-screens.ts';
import { TELEGRAM_USER_SCREENS } from './telegram-user-screens.ts';
import { FIRST_STEP_SCREENS } from './first-step-screens.ts';
import { FLEET_SCREENS } from './fleet-screens.ts';
import { TASK_CONTROL_SCREENS } from './task-control-screens.ts';
import { TARIFF_SCREENS } from './tariff-screens.ts';
import { addEntries, TASK_FORM_SCREENS } from './task-form-screens.ts';
import { TWO_FACTOR_SCREENS } from './two-factor-screens.ts';
import { WEBHOOK_SCREENS } from './webhook-screens.ts';

const ALL: readonly Scenario[] = ['full', 'empty', 'failing'];
const TASK = mockId(2, 1);

/** Asks for the repositories of an account of the mock host (apps/console/mock/nouns/discovery.ts). */
async function discover(page: Page, account: string): Promise<void> {
  await page.locator('fieldset').nth(0).locator('input[maxlength="255"]').fill(account);
  await page.locator('fieldset').nth(0).locator('button').first().click();
}

/** Every screen of the console, and the states of it that look different. */
export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', scenarios: ['full'], signedIn: false },
  { name: 'login-ended', path: '/login?ended', scenarios: ['full'], signedIn: false },
  {
    name: 'login-refused',
    path: '/login',
    scenarios: ['full'],
    signedIn: false,
    act: async (page) => {
      await page.fill('input[name=username]', 'irina@corp.example');
      await page.fill('input[name=password]', 'wrong');
      await page.click('button[type=submit]');
      await page.waitForSelector('[role=alert]');
    },
  },
  { name: 'forgot', path: '/forgot', scenarios: ['full'], signedIn: false },
  { name: 'events', path: '/', scenarios: ALL },
  { name: 'events-staff', path: '/?status=all&size=20', scenarios: ['full'], staff: true },
  { name: 'events-nothing', path: '/?status=in_progress&source_type=telegram', scenarios: ['full'] },
  {
    name: 'events-sections',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      const menu = page.locator('header nav button');
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: 'events-filtered',
    path: '/?status=all&file_lang=Python&start_datetime=2026-11-01T00:00:00Z&end_datetime=2026-10-01T00:00:00Z&file_content=corp',
    scenarios: ['full'],
  },
  {
    name: 'events-values',
    path: '/?status=all',
    scenarios: ['full'],
    world: (world) => {
      world.events = world.events.map((event, at) => ({ ...event, username: `owner-${at}-of-a-long-name-that-does-not-fit` }));
    },
    act: async (page) => {
      const filters = page.locator('[role=search]');
      if (!(await filters.isVisible())) await page.keyboard.press('/');
      await page
        .getByRole('button', { name: /^(Ещё…|More…)$/ })
        .first()
        .click();
      await page.waitForSelector('[role=dialog] input[type=checkbox]');
    },
  },
  {
    name: 'events-comments',
    path: '/?status=all',
    scenarios: ['full'],
    act: async (page) => {
      const comments = page.getByRole('group', { name: /^(Комментарии|Comments)$/ }).first();
      await comments.locator('button[aria-expanded]').click();
      await comments.getByRole('button', { name: /^(Комментировать|Comment)$/ }).click();
      await comments.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'events-text',
    path: `/?status=all&text=${mockId(1, 33)}`,
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('mark[data-current]')),
  },
  {
    name: 'events-text-failed',
    path: `/?status=all&text=${mockId(1, 33)}`,
    scenarios: ['full'],
    world: (world) => world.refuse(readEventText, 410, 'backup_expired'),
    act: async (page) => void (await page.waitForSelector('[role=dialog] [role=alert]')),
  },
  {
    name: 'events-similar',
    path: `/?status=all&similar=${mockId(1, 33)}`,
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('[role=dialog] li')),
  },
  {
    name: 'events-similar-none',
    path: `/?status=all&similar=${mockId(1, 32)}`,
    scenarios: ['full'],
    world: (world) => {
      world.events = world.events.map((event) => ({ ...event, same_file: false }));
    },
    act: async (page) => void (await page.waitForSelector('[role=dialog] h3')),
  },
  {
    name: 'events-similar-failed',
    path: `/?status=all&similar=${mockId(1, 33)}`,
    scenarios: ['full'],
    world: (world) => world.refuse(listSimilar, 503, 'unavailable'),
    act: async (page) => void (await page.waitForSelector('[role=dialog] [role=alert]')),
  },
  {
    name: 'events-selected',
    path: '/?status=all',
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
    },
  },
  {
    name: 'events-help',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article');
      await page.keyboard.press('?');
      await page.waitForSelector('[role=dialog]');
    },
  },
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
  ...TASK_FORM_SCREENS,
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
  ...EVENT_SCREENS,
  ...OVERVIEW_SCREENS,
  ...BLACKLIST_SCREENS,
  ...LOG_SCREENS,
  ...REPORT_SCREENS,
  ...ACCOUNT_SCREENS,
  ...ORGANISATION_SCREENS,
  ...FIRST_STEP_SCREENS,
  ...FLEET_SCREENS,
  ...STATISTICS_SCREENS,
  ...TELEGRAM_USER_SCREENS,
  ...TASK_CONTROL_SCREENS,
  ...TARIFF_SCREENS,
  ...POOL_SCREENS,
  ...KEYWORD_SET_SCREENS,
  ...REGEX_TEMPLATE_SCREENS,
  ...AUDIT_SCREENS,
  ...AUTH_TOKEN_SCREENS,
  ...OBSERVER_SCREENS,
  { name: 'not-found', path: '/no-such-page', scenarios: ['full'] },
  { name: 'forbidden', path: '/forbidden', scenarios: ['full'] },
  {
    name: 'forgot-sent',
    path: '/forgot',
    scenarios: ['full'],
    signedIn: false,
    act: async (page) => {
      await page.fill('input[name=email]', 'irina@corp.example');
      await page.click('button[type=submit]');
      await page.waitForSelector('[role=status]');
    },
  },
  { name: 'recovery', path: `/recovery?code=${GOOD_CODE}`, scenarios: ['full'], signedIn: false },
  {
    name: 'welcome-typed',
    path: `/welcome?code=${GOOD_CODE}`,
    scenarios: ['full'],
    signedIn: false,
    act: async (page) => {
      await page.fill('input[name=new_password]', COMMON_PASSWORD);
      await page.click('button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  { name: 'recovery-refused', path: '/recovery?code=used', scenarios: ['full', 'failing'], signedIn: false },
  { name: 'welcome-refused', path: '/welcome', scenarios: ['full'], signedIn: false },
  { name: 'settings', path: '/settings', scenarios: ALL },
  {
    name: 'settings-menu',
    path: '/settings',
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      const opener = page.locator('button[aria-controls=settings-menu]');
      if (await opener.isVisible()) await opener.click();
      await page.locator('#settings-menu a').first().waitFor();
    },
  },
  {
    name: 'settings-password',
    path: '/settings',
    scenarios: ['full'],
    act: async (page) => {
      await page.fill('input[name=old_password]', 'wrong');
      await page.fill('input[name=new_password]', 'Vasilek-2026');
      await page.fill('input[name=repeat_password]', 'Vasilek-2026');
      await page.click('button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  {
    name: 'settings-end-others',
    path: '/settings',
    scenarios: ['full'],
    act: async (page) => {
      await page.click('button:has-text("Завершить все"), button:has-text("End all")');
      await page.waitForSelector('[role=dialog]');
    },
  },
  {
    name: 'user-menu',
    path: '/profile',
    scenarios: ['full'],
    act: async (page) => {
      await page.click('header button[aria-haspopup=menu] >> nth=-1');
      await page.waitForSelector('[role=menu]');
    },
  },
  { name: 'profile', path: '/profile', scenarios: ALL },
  ...TWO_FACTOR_SCREENS,
  ...WEBHOOK_SCREENS,
  ...SESSION_SCREENS,
  ...IDENTITY_SCREENS,
  ...NOTIFICATION_SETTINGS_SCREENS,
  {
    name: 'password-due',
    path: '/',
    scenarios: ['full'],
    world: (world) => {
      world.settings = { ...world.settings, change_password: true };
    },
  },
];

/** Opens a screen in a fresh world and waits until nothing is loading any more. */
export async function openScreen(page: Page, mock: MockServer, screen: Screen, scenario: Scenario): Promise<void> {
  const world = mock.reset(scenario, screen.staff === true);
  world.signedIn = screen.signedIn !== false;
  screen.world?.(world);
  // Data kept by the previous screen, such as a draft.
  await page.goto(`${mock.url}/favicon.svg`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(mock.url + screen.path);
  await settle(page);
  await screen.act?.(page);
  await settle(page);
}

/** Waits for a heading and for the end of skeletons and spinners. */
export async function settle(page: Page): Promise<void> {
  await page.waitForSelector('h1', { state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .mantine-Loader-root') === null);
}
