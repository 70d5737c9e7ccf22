import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

export const reports: Feature = {
  pages: [
    {
      path: '/reports',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./reports-page.tsx')).ReportsPage,
    },
  ],
  menu: [{ place: 'bar', order: 40, path: '/reports', title: { ru: 'Отчёты', en: 'Reports' } }],
};
