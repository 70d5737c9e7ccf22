import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';

/** What admin keeps in Redis for a session and the gateway reads. Only the token's hash is in the key. */
export const sessionRecord = z.object({
  account: z.object({ id: z.uuid(), username: z.string() }),
  organisation: z.uuid().nullable(),
  staff: z.boolean(),
  half: z.boolean(),
  locale: z.enum(LOCALES),
  /** The account's epoch when the session was made; a higher one ends it. */
  epoch: z.number().int(),
  /** Unix time in seconds. */
  created: z.number().int(),
  /** The password was chosen by somebody else; until it is changed the session opens nothing but that. */
  password_due: z.boolean().optional(),
});
export type SessionRecord = z.output<typeof sessionRecord>;

/** What admin keeps in Redis of an API token that is in use, for some minutes, and the gateway reads. */
export const apiTokenRecord = sessionRecord.omit({ half: true, created: true }).extend({ id: z.uuid() });
export type ApiTokenRecord = z.output<typeof apiTokenRecord>;

/** Every API token begins with it. */
export const API_TOKEN_PREFIX = 'lw_';

/**
 * A hash in Redis under the token's sha256: `record`, which is NO_TOKEN where there is no such token, and a field for
 * each address that is known to use it.
 */
export const apiTokenKey = (tokenHash: string) => `api-token:${tokenHash}`;
export const apiTokenAddress = (address: string) => `from:${address}`;
export const NO_TOKEN = 'none';

/** A half-signed-in session: time to take the phone and type a code; what a person does meanwhile does not lengthen it. */
export const HALF_SESSION_SECONDS = 600;

export const sessionKey = (tokenHash: string) => `session:${tokenHash}`;
export const epochKey = (account: string) => `epoch:${account}`;

/** `__Host-` binds the cookie to the host, and needs TLS. */
export const sessionCookie = (secure: boolean) => (secure ? '__Host-leakwatch' : 'leakwatch');
export const CSRF_COOKIE = 'csrftoken';
export const CSRF_HEADER = 'x-csrftoken';
/** The purpose under which the CSRF token is derived from the session's hash. */
export const CSRF_PURPOSE = 'csrf';
/** A request with this header is the console's own poll: it does not keep a session alive. */
export const POLL_HEADER = 'x-leakwatch-poll';
