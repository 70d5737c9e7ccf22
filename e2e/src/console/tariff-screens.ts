import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/tariffs';

/** The staff tables of tariffs, and the dialog that creates and changes one. */
export const TARIFF_SCREENS: readonly Screen[] = [
  { name: 'tariffs', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'tariffs-nothing', path: `${PATH}?name=pilot`, scenarios: ['full'], staff: true },
  { name: 'tariffs-edit', path: `${PATH}?dialog=${mockId(9, 51)}`, scenarios: ['full'], staff: true },
  {
    name: 'tariffs-faults',
    path: `${PATH}?dialog=count_launch`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.fill('[role=dialog] input[name=task_limit]', '0');
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  {
    name: 'tariffs-delete',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.locator('tbody tr').nth(2).locator('button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
];
