import type { Page } from 'playwright-core';
import { RIGHT_CODE } from '../../../apps/console/mock/nouns/two-factor.ts';
import type { World } from '../../../apps/console/mock/world.ts';
import type { Screen } from './screen.ts';

const owesCode = (world: World) => {
  world.pending = true;
  world.secondFactor = { active: true, mandatory: false };
};
const owesSetUp = (world: World) => {
  world.pending = true;
  world.secondFactor = { active: false, mandatory: true };
};
const hasFactor = (world: World) => {
  world.secondFactor = { active: true, mandatory: false };
};
const ruled = (active: boolean) => (world: World) => {
  world.secondFactor = { active, mandatory: true };
};
const enter = async (page: Page, code: string) => {
  await page.fill('input[name=code]', code);
};
const press = (at: number) => (page: Page) =>
  page
    .getByRole('region', { name: /Двухфакторная|Two-factor/ })
    .getByRole('button')
    .nth(at)
    .click();

/** Entering a code, setting up, recovery codes, and the block of the settings. */
export const TWO_FACTOR_SCREENS: readonly Screen[] = [
  { name: 'code', path: '/login/second-factor', scenarios: ['full', 'failing'], world: owesCode },
  {
    name: 'code-refused',
    path: '/login/second-factor',
    scenarios: ['full'],
    world: owesCode,
    act: async (page) => {
      await enter(page, '000000');
      await page.waitForSelector('[role=alert]');
    },
  },
  {
    name: 'code-recovery',
    path: '/login/second-factor',
    scenarios: ['full'],
    world: owesCode,
    act: (page) => page.click('main button[type=button]'),
  },
  { name: 'set-up', path: '/login/second-factor', scenarios: ['full'], world: owesSetUp },
  {
    name: 'set-up-refused',
    path: '/login/second-factor',
    scenarios: ['full'],
    world: owesSetUp,
    act: async (page) => {
      await enter(page, '000000');
      await page.waitForSelector('[role=alert]');
    },
  },
  {
    name: 'recovery-codes',
    path: '/login/second-factor',
    scenarios: ['full'],
    world: owesSetUp,
    act: async (page) => {
      await enter(page, RIGHT_CODE);
      await page.waitForSelector('ol');
    },
  },
  { name: 'two-factor-off', path: '/settings', scenarios: ['full', 'failing'] },
  {
    name: 'two-factor-enabling',
    path: '/settings',
    scenarios: ['full'],
    act: async (page) => {
      await press(0)(page);
      await page.waitForSelector('input[name=code]');
    },
  },
  { name: 'two-factor-on', path: '/settings', scenarios: ['full'], world: hasFactor },
  { name: 'two-factor-disabling', path: '/settings', scenarios: ['full'], world: hasFactor, act: press(1) },
  { name: 'two-factor-mandatory', path: '/settings', scenarios: ['full'], world: ruled(true) },
  { name: 'two-factor-controlled', path: '/settings', scenarios: ['full'], world: ruled(false) },
];
