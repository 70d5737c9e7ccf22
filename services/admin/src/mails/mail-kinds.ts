import type { LinkPurpose } from '@leakwatch/contracts';

/** The mails that admin sends, and the link that each carries. */
export const MAIL_KINDS = {
  recovery: { link: 'recovery' },
  welcome: { link: 'welcome' },
  password_changed: { link: null },
  second_factor_on: { link: null },
  second_factor_off: { link: null },
  recovery_codes_made: { link: null },
  token_generated: { link: null },
} as const satisfies Record<string, { readonly link: LinkPurpose | null }>;

export type MailKind = keyof typeof MAIL_KINDS;
