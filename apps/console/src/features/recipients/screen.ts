import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import { CODE_TEXTS } from '../../shared/i18n/texts.ts';
import type { Feature } from '../../shared/lib/feature.ts';

const texts = { ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') };

/** The page of the links in mails to recipients, who have no account. */
export const recipients: Feature = {
  pages: [
    {
      path: '/mails',
      frame: 'none',
      roles: ACCESS_ROLES.public,
      texts: [texts, CODE_TEXTS],
      load: async () => (await import('./mails-page.tsx')).MailsPage,
    },
  ],
};
