import type { LinkPurpose } from '@leakwatch/contracts';

/** Where a link leads: /recovery, /welcome, or /verify, whose codes answer a request instead of opening an account. */
export type MailLink = LinkPurpose | 'verify';

/** The mails that admin sends, and the link that each carries. */
export const MAIL_KINDS = {
  recovery: { link: 'recovery' },
  welcome: { link: 'welcome' },
  password_changed: { link: null },
  second_factor_on: { link: null },
  second_factor_off: { link: null },
  recovery_codes_made: { link: null },
  token_generated: { link: null },
  token_revoked: { link: null },
  telegram_connected: { link: null },
  identity_request: { link: 'verify' },
  identity_asked: { link: null },
  identity_accepted: { link: null },
  identity_declined: { link: null },
} as const satisfies Record<string, { readonly link: MailLink | null }>;

export type MailKind = keyof typeof MAIL_KINDS;
