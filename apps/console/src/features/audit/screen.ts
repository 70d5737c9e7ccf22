import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The audit trail of everybody, for staff. */
export const audit: Feature = {
  pages: [
    {
      path: '/settings/audit',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./audit-page.tsx')).AuditPage,
    },
  ],
  menu: [{ place: 'settings', order: 39, path: '/settings/audit', title: { ru: 'Журнал аудита', en: 'Audit trail' } }],
};
