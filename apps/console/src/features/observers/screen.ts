import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The observers of the git monitoring tasks of all organisations, for staff. */
export const observers: Feature = {
  pages: [
    {
      path: '/settings/git_monitoring',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./observers-page.tsx')).ObserversPage,
    },
  ],
  menu: [{ place: 'settings', order: 24, path: '/settings/git_monitoring', title: { ru: 'Мониторинг git', en: 'Git monitoring' } }],
};
