import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

export const blacklist: Feature = {
  pages: [
    {
      path: '/blacklist',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [],
      load: async () => (await import('./blacklist-page.tsx')).BlacklistPage,
    },
  ],
  menu: [
    // Without a badge: the number of rules asks nobody to do anything.
    { place: 'bar', order: 30, path: '/blacklist', title: { ru: 'Чёрный список', en: 'Blacklist' } },
    { place: 'user', order: 40, path: null, title: { ru: 'Правила чёрного списка', en: 'Blacklist rules' } },
  ],
};
