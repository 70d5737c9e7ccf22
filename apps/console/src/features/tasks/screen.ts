import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature, Page } from '../../shared/lib/feature.ts';

const texts = { ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') };
const formTexts = { ru: () => import('./create/texts/ru/index.ts'), en: () => import('./create/texts/en/index.ts') };
const chartTexts = { ru: () => import('./chart/texts/ru.ts'), en: () => import('./chart/texts/en.ts') };

const shown = { frame: 'main', roles: ACCESS_ROLES.user } as const;
const details: Omit<Page, 'path'> = {
  ...shown,
  texts: [texts, chartTexts],
  load: async () => (await import('./details/task-page.tsx')).TaskPage,
};
const form: Omit<Page, 'path' | 'load'> = { ...shown, texts: [texts, formTexts] };

export const tasks: Feature = {
  pages: [
    {
      ...shown,
      path: '/tasks',
      texts: [texts],
      load: async () => (await import('./list/task-list-page.tsx')).TaskListPage,
    },
    { ...form, path: '/task/create', load: async () => (await import('./create/create-page.tsx')).NormalPage },
    { ...form, path: '/deep_task/create', load: async () => (await import('./create/create-page.tsx')).DeepPage },
    { ...form, path: '/git_monitoring/create', load: async () => (await import('./create/create-page.tsx')).GitPage },
    { ...form, path: '/task/update/:id', load: async () => (await import('./create/create-page.tsx')).TaskUpdatePage },
    { ...form, path: '/git_monitoring/update/:id', load: async () => (await import('./create/create-page.tsx')).GitUpdatePage },
    { ...details, path: '/git_monitoring/:id' },
    { ...details, path: '/task/:id' },
  ],
  menu: [
    {
      place: 'bar',
      order: 20,
      path: '/tasks',
      title: { ru: 'Задачи', en: 'Tasks' },
      badge: 'tasks',
      covers: ['/task/', '/deep_task/', '/git_monitoring/'],
    },
    { place: 'user', order: 20, path: '/tasks', title: { ru: 'Панель задач', en: 'Tasks dashboard' } },
  ],
};
