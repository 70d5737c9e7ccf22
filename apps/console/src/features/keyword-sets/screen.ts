import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The keyword sets of the installation, for staff. People read "keyword groups". */
export const keywordSets: Feature = {
  pages: [
    {
      path: '/settings/keywords',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./keyword-sets-page.tsx')).KeywordSetsPage,
    },
  ],
  menu: [{ place: 'settings', order: 18, path: '/settings/keywords', title: { ru: 'Группы слов', en: 'Keyword groups' } }],
};
