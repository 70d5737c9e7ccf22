import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import { CODE_TEXTS, SHARED_TEXTS } from '../../shared/i18n/texts.ts';
import type { Feature, Page } from '../../shared/lib/feature.ts';

const texts = { ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') };
const everybody = { frame: 'none', roles: ACCESS_ROLES.public } as const;
const password = [texts, CODE_TEXTS, SHARED_TEXTS.password];
const secondFactor: Pick<Page, 'frame' | 'roles' | 'texts'> = {
  frame: 'none',
  roles: ACCESS_ROLES.pending,
  texts: [CODE_TEXTS, SHARED_TEXTS.identity, SHARED_TEXTS.twoFactor],
};

/** Signing in and out, passwords, and the second factor. */
export const access: Feature = {
  pages: [
    { ...everybody, path: '/login', texts: [texts], load: async () => (await import('./login-page.tsx')).LoginPage },
    // Accounts are created by administrators, so there is no registration; a signed-in person goes on to the index.
    { ...everybody, path: '/join', to: '/login' },
    { ...everybody, path: '/forgot', texts: [texts], load: async () => (await import('./forgot-page.tsx')).ForgotPage },
    { ...everybody, path: '/logout', texts: [], load: async () => (await import('./logout-page.tsx')).LogoutPage },
    { ...everybody, path: '/recovery', texts: password, load: async () => (await import('./link-page.tsx')).RecoveryPage },
    { ...everybody, path: '/welcome', texts: password, load: async () => (await import('./link-page.tsx')).WelcomePage },
    {
      path: '/password',
      frame: 'none',
      roles: ACCESS_ROLES.user,
      texts: [CODE_TEXTS, SHARED_TEXTS.password],
      load: async () => (await import('./due-password-page.tsx')).DuePasswordPage,
    },
    { ...secondFactor, path: '/login/second-factor', load: async () => (await import('./second-factor-page.tsx')).SecondFactorPage },
    { ...secondFactor, path: '/login/identity', load: async () => (await import('./identity-check-page.tsx')).IdentityCheckPage },
  ],
};
