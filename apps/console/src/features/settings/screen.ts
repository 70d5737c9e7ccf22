import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import { SHARED_TEXTS } from '../../shared/i18n/texts.ts';
import type { Feature } from '../../shared/lib/feature.ts';

export const settings: Feature = {
  pages: [
    {
      path: '/settings',
      frame: 'settings',
      roles: ACCESS_ROLES.user,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }, SHARED_TEXTS.password, SHARED_TEXTS.twoFactor],
      load: async () => (await import('./account-page.tsx')).AccountPage,
    },
  ],
  menu: [
    { place: 'user', order: 50, path: '/settings', title: { ru: 'Настройки', en: 'Settings' } },
    { place: 'settings', order: 10, path: '/settings', title: { ru: 'Учётная запись', en: 'Account' } },
  ],
};
