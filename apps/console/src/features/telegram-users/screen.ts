import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The Telegram chats of people who get notifications, for staff. */
export const telegramUsers: Feature = {
  pages: [
    {
      path: '/settings/telegram-users',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./telegram-users-page.tsx')).TelegramUsersPage,
    },
  ],
  menu: [
    {
      place: 'settings',
      order: 25,
      path: '/settings/telegram-users',
      title: { ru: 'Пользователи Telegram', en: 'Telegram users' },
    },
  ],
};
