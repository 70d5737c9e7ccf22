import type { Page } from 'playwright-core';
import { COMMON_PASSWORD, GOOD_CODE } from '../../../apps/console/mock/data/people.ts';
import type { MockServer } from '../../../apps/console/mock/server.ts';
import type { Scenario } from '../../../apps/console/mock/world.ts';
import { EVENT_LIST_SCREENS } from './event-list-screens.ts';
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
import { ALL, type Screen } from './screen.ts';
import { STATISTICS_SCREENS } from './statistics-screens.ts';
import { TELEGRAM_USER_SCREENS } from './telegram-user-screens.ts';
import { FIRST_STEP_SCREENS } from './first-step-screens.ts';
import { FLEET_SCREENS } from './fleet-screens.ts';
import { TASK_SCREENS } from './task-screens.ts';
import { TASK_CONTROL_SCREENS } from './task-control-screens.ts';
import { TARIFF_SCREENS } from './tariff-screens.ts';
import { changedMeanwhile, TASK_FORM_SCREENS } from './task-form-screens.ts';
import { TRIAGE_SCREENS } from './triage-screens.ts';
import { TWO_FACTOR_SCREENS } from './two-factor-screens.ts';
import { WEBHOOK_SCREENS } from './webhook-screens.ts';

/** Every screen of the console, and the states of it that look different. */
export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', scenarios: ['full'], signedIn: false },
  { name: 'mails-confirm', path: '/mails?code=good-code', scenarios: ['full'], signedIn: false },
  { name: 'mails-stop', path: '/mails?code=stop-code', scenarios: ['full'], signedIn: false },
  { name: 'mails-expired', path: '/mails?code=old', scenarios: ['full'], signedIn: false },
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
  ...EVENT_LIST_SCREENS,
  ...TASK_SCREENS,
  ...TASK_FORM_SCREENS,
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
  ...(['inactive', 'not_begun', 'ended'] as const).map(
    (service, at): Screen => ({
      name: `service-${service}`,
      path: ['/', '/tasks', '/reports'][at] ?? '/',
      scenarios: ['full'],
      world: (world) => {
        const { organisation } = world.settings;
        if (organisation !== null) world.settings = { ...world.settings, organisation: { ...organisation, service } };
      },
    }),
  ),
  changedMeanwhile(),
  ...TRIAGE_SCREENS,
];

/** Opens a screen in a fresh world and waits until nothing is loading any more. */
export async function openScreen(page: Page, mock: MockServer, screen: Screen, scenario: Scenario): Promise<void> {
  const world = mock.reset(scenario, screen.staff === true);
  world.signedIn = screen.signedIn !== false;
  screen.world?.(world);
  // Data kept by the previous screen, such as a draft.
  await page.goto(`${mock.url}/favicon.svg`);
  await page.evaluate((stored) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, screen.stored ?? {});
  await page.goto(mock.url + screen.path);
  await settle(page);
  await screen.act?.(page);
  await settle(page);
}

/** Waits for a heading and for the end of skeletons and spinners. In the page, because Playwright itself looks for an element only every half second. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true], .mantine-Loader-root') === null,
  );
}
