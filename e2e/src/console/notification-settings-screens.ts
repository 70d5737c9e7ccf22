import type { Page } from 'playwright-core';
import { makeNotificationSettings, TELEGRAM_FACES } from '../../../apps/console/mock/data/notification-settings.ts';
import type { Screen } from './screen.ts';

const FACES = ['start', 'authorization', 'paused', 'active', 'ignore', 'off'] as const;

const show = (page: Page) => page.locator('section').last().scrollIntoViewIfNeeded();

/** The notifications section of the settings, in each status. */
export const NOTIFICATION_SETTINGS_SCREENS: readonly Screen[] = [
  { name: 'notification-settings-inactive', path: '/settings', scenarios: ['full'], act: show },
  { name: 'notification-settings', path: '/settings', scenarios: ['failing'], act: show },
  ...FACES.map(
    (face): Screen => ({
      name: `notification-settings-${face}`,
      path: '/settings',
      scenarios: ['full'],
      world: (world) => {
        world.notificationSettings = makeNotificationSettings(TELEGRAM_FACES[face]);
      },
      act: show,
    }),
  ),
];
