import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The numbers of new events of each organisation, for staff. */
export const statistics: Feature = {
  pages: [
    {
      path: '/settings/statistics',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./statistics-page.tsx')).StatisticsPage,
    },
  ],
  menu: [{ place: 'settings', order: 13, path: '/settings/statistics', title: { ru: 'Статистика событий', en: 'Event statistics' } }],
};
