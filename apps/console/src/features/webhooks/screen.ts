import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** Where the organisation's events are sent. */
export const webhooks: Feature = {
  pages: [
    {
      path: '/settings/webhooks',
      frame: 'settings',
      roles: ACCESS_ROLES.user,
      closedWhileActing: true,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./webhooks-page.tsx')).WebhooksPage,
    },
  ],
  menu: [{ place: 'settings', order: 12, path: '/settings/webhooks', title: { ru: 'Вебхуки', en: 'Webhooks' } }],
};
