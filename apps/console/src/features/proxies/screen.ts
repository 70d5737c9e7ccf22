import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The proxies through which sources are asked, for staff. */
export const proxies: Feature = {
  pages: [
    {
      path: '/settings/proxies',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./proxies-page.tsx')).ProxiesPage,
    },
  ],
  menu: [{ place: 'settings', order: 22, path: '/settings/proxies', title: { ru: 'Прокси', en: 'Proxies' } }],
};
