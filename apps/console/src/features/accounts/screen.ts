import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The accounts of people, for staff. */
export const accounts: Feature = {
  pages: [
    {
      path: '/settings/accounts',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./accounts-page.tsx')).AccountsPage,
    },
  ],
  menu: [{ place: 'settings', order: 20, path: '/settings/accounts', title: { ru: 'Пользователи', en: 'Users' } }],
};
