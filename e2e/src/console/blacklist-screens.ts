import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const rule = (number: number) => mockId(31, number);
/** Of github, among all events (apps/console/mock/data/events.ts). */
const EVENT = mockId(1, 29);

/** Types an owner into the open dialog and saves. */
async function save(page: Page, owner: string): Promise<void> {
  await page.waitForSelector('[role=dialog] input[name=rule_owner]');
  await page.fill('[role=dialog] input[name=rule_owner]', owner);
  await page.click('[role=dialog] button[type=submit]');
}

/** The blacklist in each of its states. */
export const BLACKLIST_SCREENS: readonly Screen[] = [
  { name: 'blacklist', path: '/blacklist', scenarios: ['full', 'empty', 'failing'] },
  { name: 'blacklist-nothing', path: '/blacklist?rule=nobody', scenarios: ['full'] },
  { name: 'blacklist-staff', path: '/blacklist?size=20', scenarios: ['full'], staff: true },
  {
    name: 'blacklist-new',
    path: '/blacklist?dialog=new',
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('[role=dialog]')),
  },
  {
    name: 'blacklist-faults',
    path: '/blacklist?dialog=new',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('[role=dialog] input[type=radio]').nth(2).check();
      await page.fill('[role=dialog] input[name=rule_owner]', 'acme-*');
      await page.fill('[role=dialog] input[name=rule_repo]', 'acme/shop');
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  {
    name: 'blacklist-exists',
    path: '/blacklist?dialog=new',
    scenarios: ['full'],
    act: async (page) => {
      await save(page, '@Romashka-Archive');
      await page.waitForSelector('[role=dialog] [role=alert]');
    },
  },
  {
    name: 'blacklist-edit',
    path: `/blacklist?dialog=${rule(2)}`,
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('[role=dialog] form')),
  },
  {
    name: 'blacklist-global',
    path: `/blacklist?dialog=${rule(0)}`,
    scenarios: ['full'],
    act: async (page) => {
      await save(page, 'another');
      await page.locator('[role=dialog]').nth(1).waitFor();
    },
  },
  {
    name: 'blacklist-missing',
    path: `/blacklist?dialog=${rule(99)}`,
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('[role=dialog]')),
  },
  {
    name: 'blacklist-move',
    path: '/blacklist?dialog=new',
    scenarios: ['full'],
    act: async (page) => {
      await save(page, 'team');
      await page.waitForSelector('[role=dialog] >> text=/«team»|“team”/');
    },
  },
  {
    name: 'blacklist-moved',
    path: '/blacklist?dialog=new',
    scenarios: ['full'],
    act: async (page) => {
      await save(page, 'team');
      await page.waitForSelector('[role=dialog] >> text=/«team»|“team”/');
      await page.locator('[role=dialog] button').last().click();
      await page.waitForSelector('[role=status] button');
    },
  },
  {
    name: 'blacklist-delete',
    path: '/blacklist',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('tbody tr').nth(2).locator('button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
  {
    name: 'events-blacklist',
    path: `/?status=all&blacklist=${EVENT}`,
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('[role=dialog]')),
  },
  {
    name: 'events-no-blacklist',
    path: '/?status=all',
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article');
      await page.keyboard.press('j');
      await page.keyboard.press('b');
      await page.waitForSelector('[role=alert]');
    },
  },
];
