import type { LinkPurpose } from '@leakwatch/contracts';

/** The page of the console that a link opens: /recovery, /welcome, /verify or /mails. */
export type MailLink = LinkPurpose | 'verify' | 'mails';

/** The mails that the service sends, and the link in each. */
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
  /** To an address without an account: it has no language of its own, so the mail is in both. */
  recipient_confirm: { link: 'mails' },
} as const satisfies Record<string, { readonly link: MailLink | null }>;

export type MailKind = keyof typeof MAIL_KINDS;
