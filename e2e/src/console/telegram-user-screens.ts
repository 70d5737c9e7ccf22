import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/telegram-users';

/** The staff list of people's Telegram chats, and the question before an action. */
export const TELEGRAM_USER_SCREENS: readonly Screen[] = [
  { name: 'telegram-users', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'telegram-users-nothing', path: `${PATH}?org=${mockId(8, 2)}`, scenarios: ['full'], staff: true },
  {
    name: 'telegram-users-ask',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.locator('tbody tr').nth(0).locator('button').nth(1).click();
      await page.waitForSelector('[role=dialog]');
    },
  },
];
