import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

const shown = { frame: 'main', roles: ACCESS_ROLES.user } as const;

export const logs: Feature = {
  pages: [
    {
      ...shown,
      path: '/logs',
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./logs-page.tsx')).LogsPage,
    },
    {
      ...shown,
      path: '/changing_history',
      texts: [{ ru: () => import('./history/texts/ru.ts'), en: () => import('./history/texts/en.ts') }],
      load: async () => (await import('./history/changing-history-page.tsx')).ChangingHistoryPage,
    },
  ],
  menu: [{ place: 'icons', order: 10, path: '/logs/', title: { ru: 'История активности', en: 'Activity history' }, icon: 'log' }],
};
