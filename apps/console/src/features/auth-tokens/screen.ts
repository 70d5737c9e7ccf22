import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

/** The API tokens of all people, for staff. */
export const authTokens: Feature = {
  pages: [
    {
      path: '/settings/tokens',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts: [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }],
      load: async () => (await import('./auth-tokens-page.tsx')).AuthTokensPage,
    },
  ],
  menu: [{ place: 'settings', order: 14, path: '/settings/tokens', title: { ru: 'API-токены', en: 'API tokens' } }],
};
