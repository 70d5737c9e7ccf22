import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The accounts with which crawlers ask sources, for staff. */
export const serviceAccounts: Feature = {
  pages: [
    {
      path: '/settings/service-accounts',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./service-accounts-page.tsx')).ServiceAccountsPage,
    },
  ],
  menu: [
    {
      place: 'settings',
      order: 23,
      path: '/settings/service-accounts',
      title: { ru: 'Служебные учётные записи', en: 'Service accounts' },
    },
  ],
};
