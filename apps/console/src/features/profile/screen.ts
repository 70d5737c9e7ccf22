import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

export const profile: Feature = {
  pages: [
    {
      path: '/profile',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./profile-page.tsx')).ProfilePage,
    },
  ],
  menu: [{ place: 'user', order: 10, path: '/profile', title: { ru: 'Профиль', en: 'Profile' } }],
};
