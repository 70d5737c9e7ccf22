import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import { SHARED_TEXTS } from '../../shared/i18n/texts.ts';
import type { Feature } from '../../shared/lib/feature.ts';

/** What is looked for in each finding: the expressions of staff, and the detectors of Leakwatch. */
export const regexTemplates: Feature = {
  pages: [
    {
      path: '/settings/regex',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }, SHARED_TEXTS.detectors],
      load: async () => (await import('./regex-templates-page.tsx')).RegexTemplatesPage,
    },
  ],
  menu: [{ place: 'settings', order: 19, path: '/settings/regex', title: { ru: 'Регулярные выражения', en: 'Regular expressions' } }],
};
