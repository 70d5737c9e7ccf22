import type { Page } from 'playwright-core';
import { GOOD_CODE } from '../../../apps/console/mock/data/people.ts';
import type { World } from '../../../apps/console/mock/world.ts';
import type { Screen } from './screen.ts';

const owesCode = (world: World) => {
  world.pending = true;
  world.secondFactor = { active: true, mandatory: false };
};
const hasToken = (world: World) => {
  world.apiToken = { created: new Date(Date.now() - 9e8).toISOString(), last_used: new Date(Date.now() - 3e6).toISOString() };
};
const tokenButton = (page: Page, at: number) => page.getByRole('region', { name: /API/ }).getByRole('button').nth(at);
const withDialog = async (page: Page) => {
  await page.waitForSelector('[role=dialog]');
};
const VERIFY = `/verify?code=${GOOD_CODE}`;
/** Accept is the first button of the page, decline the second. */
const answer = (at: number) => async (page: Page) => {
  await page.locator('main button').nth(at).click();
  await withDialog(page);
};
const answered = (at: number) => async (page: Page) => {
  await answer(at)(page);
  await page.locator('[role=dialog] button').last().click();
  await page.waitForSelector('main [role=status]');
};

/** Requesting an identity check, approving one, the API token, and the activity at the end of the profile. */
export const IDENTITY_SCREENS: readonly Screen[] = [
  {
    name: 'settings-end-session',
    path: '/settings',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('table button').first().click();
      await page.fill('role=dialog >> input[name=password]', 'Wrong-2026');
      await page.click('role=dialog >> button[type=submit]');
      await page.waitForSelector('role=dialog >> [aria-invalid=true]');
    },
  },
  {
    name: 'recent-messages',
    path: '/tasks',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('tbody tr').nth(2).locator('button').first().click();
      await page.waitForSelector('role=alert');
      await page.locator('header button[aria-haspopup=menu]').last().click();
      await page.locator('role=menuitem').nth(-2).click();
      await page.waitForSelector('role=dialog');
    },
  },
  { name: 'identity-check', path: '/login/identity', scenarios: ['full', 'failing'], world: owesCode },
  {
    name: 'identity-asked',
    path: '/login/identity',
    scenarios: ['full'],
    world: owesCode,
    act: async (page) => {
      await page.click('main button');
      await page.waitForSelector('[role=status]');
    },
  },
  { name: 'verify', path: VERIFY, scenarios: ['full', 'empty', 'failing'] },
  { name: 'verify-accepting', path: VERIFY, scenarios: ['full'], act: answer(0) },
  { name: 'verify-declining', path: VERIFY, scenarios: ['full'], act: answer(1) },
  { name: 'verify-accepted', path: VERIFY, scenarios: ['full'], act: answered(0) },
  { name: 'verify-declined', path: VERIFY, scenarios: ['full'], act: answered(1) },
  { name: 'verify-refused', path: '/verify?code=used', scenarios: ['full'] },
  ...(['full', 'failing'] as const).map(
    (scenario): Screen => ({
      name: 'token-none',
      path: '/settings',
      scenarios: [scenario],
      act: (page) => page.getByRole('region', { name: /API/ }).scrollIntoViewIfNeeded(),
    }),
  ),
  {
    name: 'token-made',
    path: '/settings',
    scenarios: ['full'],
    act: async (page) => {
      await tokenButton(page, 0).click();
      await page.waitForSelector('[data-token]');
    },
  },
  {
    name: 'token-there',
    path: '/settings',
    scenarios: ['full'],
    world: hasToken,
    act: (page) => page.getByRole('region', { name: /API/ }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'token-revoking',
    path: '/settings',
    scenarios: ['full'],
    world: hasToken,
    act: async (page) => {
      await tokenButton(page, 1).click();
      await withDialog(page);
    },
  },
  ...(['full', 'empty', 'failing'] as const).map(
    (scenario): Screen => ({
      name: 'activity',
      path: '/profile?size=20',
      scenarios: [scenario],
      act: (page) => page.locator('section[aria-labelledby=activity]').scrollIntoViewIfNeeded(),
    }),
  ),
];
