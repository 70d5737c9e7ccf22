import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The tariffs of the installation, for staff. */
export const tariffs: Feature = {
  pages: [
    {
      path: '/settings/tariffs',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./tariffs-page.tsx')).TariffsPage,
    },
  ],
  menu: [{ place: 'settings', order: 15, path: '/settings/tariffs', title: { ru: 'Тарифы', en: 'Tariffs' } }],
};
