import { z } from 'zod';

/** The body of every error answer. The console shows its own text for `code`. */
export const errorAnswer = z.object({
  code: z.string(),
  /** English, for people who read logs or call the API by hand. */
  message: z.string(),
  request_id: z.string(),
  /** Field path to the code of its fault. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Numbers and names that the text of the code contains. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ErrorAnswer = z.output<typeof errorAnswer>;

/** Codes that any route may answer, with their HTTP status. */
export const COMMON_ERRORS = {
  invalid_request: 400,
  not_authenticated: 401,
  /** The sign-in is pending: the second factor is due. */
  second_factor_due: 401,
  /** Not an API token of Leakwatch: mistyped, or of another product. */
  token_malformed: 401,
  /** Revoked, replaced, ended with the sessions, or never generated. */
  token_invalid: 401,
  csrf_failed: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  /** Address and headers together are too large. */
  headers_too_large: 431,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  password_change_due: 403,
  /** The route needs a session; an API token may not call it. */
  session_only: 403,
  /** The call is not made in an organisation's name; staff end that first. */
  acting_in_organisation: 403,
  /** The session works in another name than the page shows. */
  acting_changed: 409,
} as const;
export type CommonErrorCode = keyof typeof COMMON_ERRORS;

/** Faults that `invalid_request` may name on any route: a text that PostgreSQL cannot store, a parameter of the query or name of the body that the route does not have, an id of the body that is not that of the path. */
export const FIELD_FAULTS = ['text_malformed', 'parameter_unknown', 'other_than_path'] as const;

/** The codes that single routes add, with their HTTP status. */
export const ROUTE_ERRORS = {
  /** The request breaks a rule. */
  code_invalid: 400,
  comment_empty: 400,
  comment_too_long: 400,
  cursor_invalid: 400,
  discovery_account_invalid: 400,
  identity_code_invalid: 400,
  keyword_file_format: 400,
  keyword_file_missing: 400,
  keyword_file_several: 400,
  keyword_set_empty: 400,
  keyword_set_too_large: 400,
  logo_broken: 400,
  logo_dimensions: 400,
  logo_format: 400,
  logo_missing: 400,
  logo_several: 400,
  organisation_invalid: 400,
  password_refused: 400,
  password_weak: 400,
  proxy_entry_malformed: 400,
  service_account_line_invalid: 400,
  range_invalid: 400,
  reason_unsuitable: 400,
  regex_template_refused: 400,
  rule_invalid: 400,
  service_account_invalid: 400,
  task_invalid: 400,
  two_factor_code_invalid: 400,
  webhook_invalid: 400,
  credentials_invalid: 401,
  /** The caller may not do this to this object, or at all. */
  account_own: 403,
  bot_check_failed: 403,
  comment_not_own: 403,
  not_in_organisation: 403,
  reports_not_allowed: 403,
  reveal_needed: 403,
  telegram_by_organisation: 403,
  telegram_by_staff: 403,
  two_factor_by_organisation: 403,
  two_factor_own: 403,
  /** Something that the request names besides its address. */
  account_not_found: 404,
  backup_not_found: 404,
  event_not_found: 404,
  logo_not_found: 404,
  member_not_found: 404,
  organisation_not_found: 404,
  recipient_not_found: 404,
  tariff_not_found: 404,
  task_not_found: 404,
  /** The request is well formed, and the state of things does not allow it. */
  account_exists: 409,
  /** Another person changed it since the version that the request names; `details` say who, when and which fields. */
  changed_meanwhile: 409,
  comments_limit_reached: 409,
  /** The filters match more events than one call comments on; `details.max` says how many. */
  events_max: 409,
  /** The id of the change was sent with another change before. */
  idempotency_key_reused: 409,
  /** The job has left the state in which it was seen. */
  job_moved: 409,
  keyword_set_exists: 409,
  launch_limit_reached: 409,
  organisation_exists: 409,
  organisation_expired: 409,
  organisation_inactive: 409,
  organisation_unknown: 409,
  pattern_limit_reached: 409,
  proxies_exist: 409,
  proxy_exists: 409,
  proxy_in_use: 409,
  proxy_of_other_company: 409,
  rebuild_unknown: 409,
  recheck_not_mirrored: 409,
  recheck_not_offered: 409,
  recheck_too_large: 409,
  /** The recipient confirmed already, or does not want mails. */
  recipient_settled: 409,
  regex_template_exists: 409,
  regex_templates_max: 409,
  report_not_deleted: 409,
  report_not_ready: 409,
  rule_exists: 409,
  service_account_exists: 409,
  /** Another account of Telegram has the telephone number, in whatever way it is written. */
  service_account_phone_exists: 409,
  session_missing: 409,
  session_not_in_tariff: 409,
  session_timeout: 409,
  source_missing: 409,
  status_unchanged: 409,
  tariff_exists: 409,
  tariff_in_use: 409,
  tariff_missing: 409,
  task_changed: 409,
  task_limit_reached: 409,
  task_not_confirmed: 409,
  telegram_api_invalid: 409,
  telegram_api_required: 409,
  telegram_code_expired: 409,
  telegram_code_invalid: 409,
  telegram_connected: 409,
  telegram_flood: 409,
  telegram_not_registered: 409,
  telegram_not_signed_in: 409,
  telegram_password_invalid: 409,
  telegram_phone_ambiguous: 409,
  telegram_phone_banned: 409,
  telegram_phone_invalid: 409,
  telegram_proxy_failed: 409,
  telegram_request_over: 409,
  telegram_step_refused: 409,
  time_limit_reached: 409,
  too_many_reports: 409,
  two_factor_active: 409,
  two_factor_inactive: 409,
  two_factor_not_begun: 409,
  undo_expired: 409,
  view_exists: 409,
  views_max: 409,
  webhook_inactive: 409,
  webhooks_max: 409,
  /** Its time of storage is over. */
  backup_expired: 410,
  keyword_file_too_large: 413,
  keyword_file_too_long: 413,
  logo_too_large: 413,
  too_many_streams: 429,
  /** Something else does not answer; the same call may succeed later. */
  bot_check_unavailable: 503,
  recheck_refused: 503,
  recheck_unanswered: 503,
  streams_full: 503,
  telegram_not_set_up: 503,
  telegram_unavailable: 503,
  two_factor_mandatory: 503,
  discovery_not_found: 404,
  /** The request could not be made, or not yet, and may be repeated (docs/decisions/0015-discovery-of-repositories.md). */
  discovery_running: 425,
  discovery_rate_limited: 425,
  discovery_unavailable: 425,
  discovery_timeout: 425,
  discovery_refused: 502,
  discovery_broken_answer: 502,
} as const;
export type RouteErrorCode = keyof typeof ROUTE_ERRORS;
