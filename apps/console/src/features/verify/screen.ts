import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import { SHARED_TEXTS } from '../../shared/i18n/texts.ts';
import type { Feature } from '../../shared/lib/feature.ts';

/** Approving the identity of a colleague who lost the second factor. */
export const verify: Feature = {
  pages: [
    {
      path: '/verify',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [SHARED_TEXTS.identity],
      load: async () => (await import('./verify-page.tsx')).VerifyPage,
    },
  ],
};
