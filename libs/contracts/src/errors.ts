import { z } from 'zod';

/** What every refusal looks like. The console shows the text of its catalogue under `code`. */
export const errorAnswer = z.object({
  code: z.string(),
  /** For people who read logs or use the API by hand; English. */
  message: z.string(),
  request_id: z.string(),
  /** Field path to the code of what is wrong with it. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Numbers and names that the text of the code needs. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ErrorAnswer = z.output<typeof errorAnswer>;

/** Codes that any route may answer, with their HTTP status. */
export const COMMON_ERRORS = {
  invalid_request: 400,
  not_authenticated: 401,
  /** Signed in with the password alone: the second factor is due. */
  second_factor_due: 401,
  /** No API token at all: a typo, or somebody else's. */
  token_malformed: 401,
  /** Revoked, replaced, ended with the sessions, or never made. */
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
  /** What an API token may not do. */
  session_only: 403,
} as const;
export type CommonErrorCode = keyof typeof COMMON_ERRORS;

/** What `invalid_request` may say of any field of text: it holds what no database keeps. */
export const FIELD_FAULTS = ['text_malformed'] as const;
