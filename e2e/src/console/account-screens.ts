import { getAccount } from '@leakwatch/contracts';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/accounts';

/** The staff table of accounts, the dialog that creates and changes one, and its questions. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'accounts', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'accounts-nothing', path: `${PATH}?text=nobody`, scenarios: ['full'], staff: true },
  {
    name: 'accounts-new',
    path: `${PATH}?dialog=new`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  { name: 'accounts-edit', path: `${PATH}?dialog=${mockId(12, 3)}`, scenarios: ['full'], staff: true },
  {
    name: 'accounts-edit-failed',
    path: `${PATH}?dialog=${mockId(12, 1)}`,
    scenarios: ['full'],
    staff: true,
    world: (world) => world.refuse(getAccount, 503, 'unavailable'),
  },
  {
    name: 'accounts-reset',
    path: `${PATH}?dialog=${mockId(12, 1)}`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Reset two-factor|Сбросить двухфакторную)$/ }).click();
      await page.getByRole('dialog').nth(1).waitFor();
    },
  },
];
