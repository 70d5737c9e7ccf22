import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** What the first member of staff has to set up. The empty page of events leads here. */
export const firstSteps: Feature = {
  pages: [
    {
      path: '/settings/first-steps',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./first-steps-page.tsx')).FirstStepsPage,
    },
  ],
};
