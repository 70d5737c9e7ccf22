import { getOrganisation } from '@leakwatch/contracts';
import type { Page } from 'playwright-core';
import type { World } from '../../../apps/console/mock/world.ts';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

/** Active tariffs of the mock server, of both kinds. */
const TARIFFS = 12;
const PATH = '/settings/organisations';

async function startDeleting(page: Page): Promise<void> {
  await page.locator('tbody tr').first().locator('button').last().click();
  await page.waitForSelector('[role=dialog]');
}

const acting = (world: World) => {
  world.settings = {
    ...world.settings,
    is_staff: false,
    roles: { authenticated: true },
    acting_until: new Date(Date.now() + 3_600_000).toISOString(),
  };
};

/** The staff table of organisations, the dialog that creates and changes one, and the questions before a deletion. */
export const ORGANISATION_SCREENS: readonly Screen[] = [
  { name: 'organisations', path: PATH, scenarios: ['full', 'failing'], staff: true },
  { name: 'organisations-narrowed', path: `${PATH}?active=true`, scenarios: ['full'], staff: true },
  { name: 'organisations-hidden', path: `${PATH}?active=true&trusted=true`, scenarios: ['full'], staff: true },
  {
    name: 'organisations-none',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    world: (world) => {
      world.organisations = [];
    },
  },
  { name: 'organisations-deleted', path: `${PATH}/deleted`, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'organisation', path: `${PATH}/${mockId(8, 1)}`, scenarios: ['full', 'failing'], staff: true },
  {
    name: 'organisation-act',
    path: `${PATH}/${mockId(8, 1)}`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Работать от её имени|Work in its name)$/ }).click();
      await page.waitForSelector('[role=dialog]');
    },
  },
  { name: 'acting-events', path: '/', scenarios: ['full'], staff: true, world: acting },
  { name: 'organisation-notify', path: `${PATH}/${mockId(8, 1)}?dialog=notify`, scenarios: ['full'], staff: true },
  { name: 'organisations-edit', path: `${PATH}?dialog=${mockId(8, 1)}`, scenarios: ['full'], staff: true },
  {
    name: 'organisations-edit-failed',
    path: `${PATH}?dialog=${mockId(8, 1)}`,
    scenarios: ['full'],
    staff: true,
    world: (world) => world.refuse(getOrganisation, 503, 'unavailable'),
  },
  {
    name: 'organisations-calendar',
    path: `${PATH}?dialog=${mockId(8, 2)}`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page
        .getByPlaceholder(/^(ДД.ММ.ГГГГ|DD.MM.YYYY)$/)
        .last()
        .click();
      await page.waitForSelector('.mantine-DateInput-weekday');
    },
  },
  {
    name: 'organisations-faults',
    path: `${PATH}?dialog=new`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.locator('[role=dialog] input[type=radio]').last().check();
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  {
    name: 'organisations-tariff',
    path: `${PATH}?dialog=new`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page
        .getByRole('dialog')
        .getByPlaceholder(/^(Выберите тариф|Choose a tariff)$/)
        .click();
      // The list grows as the second kind of tariffs arrives and then moves to where it fits, so keys choose, not the mouse.
      await page
        .locator('[role=option]')
        .nth(TARIFFS - 1)
        .waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForSelector('[role=option]', { state: 'hidden' });
    },
  },
  { name: 'organisations-delete', path: PATH, scenarios: ['full'], staff: true, act: startDeleting },
  {
    name: 'organisations-delete-users',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await startDeleting(page);
      await page.locator('[role=dialog] button').last().click();
      await page.waitForSelector('[role=dialog] button:nth-of-type(3)');
    },
  },
];
