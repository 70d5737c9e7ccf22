import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** Pages that belong to no feature. */
export const plainPages: Feature = {
  pages: [
    {
      path: '/notifications_groups',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [],
      load: async () => (await import('./plain-pages.tsx')).NotificationsGroupsPage,
    },
    {
      // Shown to people without a role, so it requires none.
      path: '/forbidden',
      frame: 'main',
      roles: ACCESS_ROLES.public,
      texts: [],
      load: async () => (await import('./plain-pages.tsx')).ForbiddenPage,
    },
    {
      path: '*',
      frame: 'main',
      roles: ACCESS_ROLES.public,
      texts: [],
      load: async () => (await import('./plain-pages.tsx')).NotFoundPage,
    },
  ],
};
