import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** What is open, how fast it is fixed, and how the sources are read. */
export const overview: Feature = {
  pages: [
    {
      path: '/overview',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./overview-page.tsx')).OverviewPage,
    },
  ],
  menu: [{ place: 'bar', order: 5, path: '/overview', title: { ru: 'Обзор', en: 'Overview' } }],
};
