import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** How far the sources are read, and what runs now, for staff. */
export const fleet: Feature = {
  pages: [
    {
      path: '/settings/fleet',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./fleet-page.tsx')).FleetPage,
    },
  ],
  menu: [{ place: 'settings', order: 38, path: '/settings/fleet', title: { ru: 'Работа краулеров', en: 'Crawlers' } }],
};
