import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/webhooks';

/** Where events are sent, with the dialogs and the log. */
export const WEBHOOK_SCREENS: readonly Screen[] = [
  { name: 'webhooks', path: PATH, scenarios: ['full', 'empty', 'failing'] },
  { name: 'webhooks-create', path: `${PATH}?create=true`, scenarios: ['full'] },
  { name: 'webhooks-log', path: `${PATH}?log=${mockId(60, 1)}`, scenarios: ['full'] },
  { name: 'webhooks-log-failed', path: `${PATH}?log=${mockId(60, 1)}&state=failed`, scenarios: ['full'] },
  {
    name: 'webhooks-replay-all',
    path: `${PATH}?log=${mockId(60, 1)}&state=failed`,
    scenarios: ['full'],
    act: async (page) => {
      await page.getByRole('button', { name: /^(Send 1 again|Отправить недоставленные: 1)$/ }).click();
      await page.waitForSelector('[role=dialog]');
    },
  },
  {
    name: 'webhooks-menu',
    path: PATH,
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('li button[aria-haspopup=menu]').first().click();
      await page.waitForSelector('[role=menu]');
    },
  },
  {
    name: 'webhooks-secret',
    path: PATH,
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('li button[aria-haspopup=menu]').first().click();
      await page.locator('[role=menuitem]').nth(1).click();
      await page.locator('[role=dialog] button').last().click();
      await page.waitForSelector('[data-secret]');
    },
  },
];
