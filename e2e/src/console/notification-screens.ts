import type { Page } from 'playwright-core';
import { makeNotifications, TELEGRAM_FACES } from '../../../apps/console/mock/notifications-data.ts';
import type { Screen } from './screen.ts';

const FACES = ['start', 'authorization', 'active', 'ignore', 'off'] as const;

const show = (page: Page) => page.locator('section').last().scrollIntoViewIfNeeded();

/** The notifications section of the settings, in each status. */
export const NOTIFICATION_SCREENS: readonly Screen[] = [
  { name: 'notifications-inactive', path: '/settings', scenarios: ['full'], act: show },
  { name: 'notifications', path: '/settings', scenarios: ['failing'], act: show },
  ...FACES.map(
    (face): Screen => ({
      name: `notifications-${face}`,
      path: '/settings',
      scenarios: ['full'],
      world: (world) => {
        world.notifications = makeNotifications(TELEGRAM_FACES[face]);
      },
      act: show,
    }),
  ),
];
