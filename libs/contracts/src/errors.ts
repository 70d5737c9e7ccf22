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
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  password_change_due: 403,
  /** The route needs a session; an API token may not call it. */
  session_only: 403,
} as const;
export type CommonErrorCode = keyof typeof COMMON_ERRORS;

/** Faults that `invalid_request` may name on any route: a text that PostgreSQL cannot store, a query parameter that the route does not have. */
export const FIELD_FAULTS = ['text_malformed', 'parameter_unknown'] as const;
