import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** Technical notifications: what happened to the organisation's tasks and sources. */
export const notifications: Feature = {
  pages: [
    {
      path: '/notifications',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./notifications-page.tsx')).NotificationsPage,
    },
  ],
  menu: [
    {
      place: 'icons',
      order: 20,
      path: '/notifications/',
      title: { ru: 'Уведомления', en: 'Notifications' },
      badge: 'notifications',
      icon: 'bell',
    },
  ],
};
