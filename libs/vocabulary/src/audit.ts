/**
 * Every kind of record of the audit trail. `own`: shown to the person in the own activity; `company`: shown in the log of
 * the person's organisation. What staff do across organisations is shown only in their own activity.
 */
export const AUDIT_KINDS = {
  /** Signed in completely. */
  login: { own: true, company: true },
  /** The password was right; a second factor is due. */
  password_accepted: { own: true, company: true },
  login_failed: { own: true, company: true },
  /** A wrong, used or late code of a second factor. */
  code_failed: { own: true, company: true },
  logout: { own: true, company: true },
  password_changed: { own: true, company: true },
  /** By a link from a mail. */
  password_recovered: { own: true, company: true },
  second_factor_on: { own: true, company: true },
  second_factor_off: { own: true, company: true },
  /** Removed by staff, or by the person who approved the owner's identity. */
  second_factor_reset: { own: true, company: true },
  recovery_codes_made: { own: true, company: true },
  recovery_code_used: { own: true, company: true },
  session_ended: { own: true, company: true },
  sessions_ended: { own: true, company: true },
  sessions_ended_by_staff: { own: true, company: true },
  token_generated: { own: true, company: true },
  token_revoked: { own: true, company: true },
  token_revoked_by_staff: { own: true, company: true },
  token_new_address: { own: true, company: true },
  identity_asked: { own: true, company: true },
  identity_accepted: { own: true, company: true },
  identity_declined: { own: true, company: true },
  /** A chat was confirmed, or was disconnected. */
  telegram_connected: { own: true, company: true },
  telegram_disconnected: { own: true, company: true },
  /** Staff reset, ignored or deleted the connection of an account. */
  telegram_changed_by_staff: { own: true, company: true },
  /** An organisation, by staff. */
  organisation_created: { own: true, company: false },
  organisation_changed: { own: true, company: false },
  organisation_deleted: { own: true, company: false },
  /** A logo, by staff; which organisation gets it is a change of the organisation. */
  logo_uploaded: { own: true, company: false },
  /** An account, by staff; deleted with its organisation as well. */
  account_created: { own: true, company: true },
  account_changed: { own: true, company: true },
  account_deleted: { own: true, company: false },
  /** A tariff, by staff. */
  tariff_created: { own: true, company: false },
  tariff_changed: { own: true, company: false },
  tariff_deleted: { own: true, company: false },
  /** A keyword set, by staff. */
  keyword_set_created: { own: true, company: false },
  keyword_set_changed: { own: true, company: false },
  keyword_set_deleted: { own: true, company: false },
  /** A regex template, by staff. */
  regex_template_created: { own: true, company: false },
  regex_template_changed: { own: true, company: false },
  regex_template_deleted: { own: true, company: false },
  /** Service accounts and proxies, by staff. */
  service_account_created: { own: true, company: false },
  service_account_changed: { own: true, company: false },
  service_account_deleted: { own: true, company: false },
  service_account_checked: { own: true, company: false },
  proxy_created: { own: true, company: false },
  proxy_changed: { own: true, company: false },
  proxy_deleted: { own: true, company: false },
  proxy_checked: { own: true, company: false },
  /** Links that staff sent to an account. */
  recovery_link_sent: { own: true, company: true },
  welcome_link_sent: { own: true, company: true },
  /** A webhook of the organisation: by its people, and disabled by the system. */
  webhook_created: { own: true, company: true },
  webhook_changed: { own: true, company: true },
  webhook_deleted: { own: true, company: true },
  webhook_secret_rotated: { own: true, company: true },
  webhook_replayed: { own: true, company: true },
  webhook_disabled: { own: false, company: true },
  /** A technical notification that staff wrote to an organisation. */
  notification_created: { own: true, company: false },
  /** A person saw the secrets of an event unmasked. */
  secret_revealed: { own: true, company: true },
  secret_revealed_by_staff: { own: true, company: false },
  /** Staff delivered messages again that could not be handled. */
  dead_letters_replayed: { own: true, company: false },
  /** Staff retried or removed a job of a queue. */
  job_retried: { own: true, company: false },
  job_removed: { own: true, company: false },
  /** Staff exported records of the audit trail. */
  audit_exported: { own: true, company: false },
  /** Staff changed something by a call that another service answers. */
  staff_act: { own: true, company: false },
  /** Staff began and ended to work in an organisation's name, and changed something meanwhile. */
  support_begun: { own: true, company: true },
  support_ended: { own: true, company: true },
  support_act: { own: true, company: true },
  /** Staff read data of another organisation. */
  staff_access: { own: true, company: false },
} as const satisfies Record<string, { readonly own: boolean; readonly company: boolean }>;

/** What staff do in an organisation's name: the organisation sees `SUPPORT_NAME` in the place of the person. */
export const SUPPORT_KINDS = ['support_begun', 'support_ended', 'support_act'] as const satisfies readonly (keyof typeof AUDIT_KINDS)[];

export type AuditKind = keyof typeof AUDIT_KINDS;

const NAMES = Object.keys(AUDIT_KINDS).filter((kind): kind is AuditKind => kind in AUDIT_KINDS);

export const auditKinds = (shown: 'own' | 'company'): AuditKind[] => NAMES.filter((kind) => AUDIT_KINDS[kind][shown]);
export const ALL_AUDIT_KINDS: readonly AuditKind[] = NAMES;
