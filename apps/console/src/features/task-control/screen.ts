import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The tasks of all organisations, for staff. */
export const taskControl: Feature = {
  pages: [
    {
      path: '/settings/tasks',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./task-control-page.tsx')).TaskControlPage,
    },
  ],
  menu: [{ place: 'settings', order: 17, path: '/settings/tasks', title: { ru: 'Задачи организаций', en: 'Organisations’ tasks' } }],
};
