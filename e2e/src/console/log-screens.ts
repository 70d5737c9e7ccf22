import { makeNotifications } from '../../../apps/console/mock/data/logs.ts';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

/** History, logs and notifications, in each of their states. */
export const LOG_SCREENS: readonly Screen[] = [
  { name: 'history', path: '/changing_history/', scenarios: ['full', 'empty', 'failing'] },
  { name: 'history-of-task', path: `/changing_history/?task=${mockId(2, 1)}&size=10`, scenarios: ['full'] },
  { name: 'history-nothing', path: `/changing_history/?task=${mockId(2, 99)}&action=block`, scenarios: ['full'] },
  { name: 'logs-tasks', path: '/logs/', scenarios: ['full', 'empty', 'failing'] },
  {
    name: 'logs-clear',
    path: '/logs/',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('[role=tabpanel] button').nth(1).click();
      await page.waitForSelector('[role=dialog]');
    },
  },
  { name: 'logs-users', path: '/logs/?tab=users', scenarios: ['full', 'empty', 'failing'] },
  { name: 'notifications', path: '/notifications/', scenarios: ['full', 'empty', 'failing'] },
  { name: 'notifications-details', path: `/notifications/?details=${mockId(21, 2)}`, scenarios: ['full'] },
  { name: 'notifications-missing', path: `/notifications/?details=${mockId(21, 99)}`, scenarios: ['full'] },
  {
    name: 'notifications-capped',
    path: '/notifications/?size=20',
    scenarios: ['full'],
    world: (world) => {
      world.notifications = makeNotifications(1200).map((one) => ({ ...one, active: true }));
    },
  },
];
