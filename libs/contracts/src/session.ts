import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';

/** The record of a session that admin writes to Redis and the gateway reads. The key holds only the token's hash. */
export const sessionRecord = z.object({
  account: z.object({ id: z.uuid(), username: z.string() }),
  organisation: z.uuid().nullable(),
  staff: z.boolean(),
  pending: z.boolean(),
  locale: z.enum(LOCALES),
  /** The account's epoch when the session began; a higher one ends it. */
  epoch: z.number().int(),
  /** Unix time in seconds. */
  created: z.number().int(),
  /** Staff chose the password; until the owner changes it, only the change is allowed. */
  password_due: z.boolean().optional(),
  /** The organisation in whose name a member of staff works, until a Unix time in seconds. */
  acting: z.object({ organisation: z.uuid(), until: z.number().int() }).optional(),
});
export type SessionRecord = z.output<typeof sessionRecord>;

/** The record of an API token in use that admin caches in Redis for some minutes and the gateway reads. */
export const apiTokenRecord = sessionRecord.omit({ pending: true, created: true, acting: true }).extend({ id: z.uuid() });
export type ApiTokenRecord = z.output<typeof apiTokenRecord>;

/** The prefix of every API token. */
export const API_TOKEN_PREFIX = 'lw_';

/**
 * The key of a Redis hash, by the token's sha256: `record`, which is NO_TOKEN for an unknown token, and a field for each
 * known address of its users.
 */
export const apiTokenKey = (tokenHash: string) => `api-token:${tokenHash}`;
export const apiTokenAddress = (address: string) => `from:${address}`;
export const NO_TOKEN = 'none';

/** How long a pending sign-in lasts: time to type a code. Activity does not extend it. */
export const PENDING_SESSION_SECONDS = 600;

export const sessionKey = (tokenHash: string) => `session:${tokenHash}`;
export const epochKey = (account: string) => `epoch:${account}`;

/** `__Host-` binds the cookie to the host and needs TLS. */
export const sessionCookie = (secure: boolean) => (secure ? '__Host-leakwatch' : 'leakwatch');
export const CSRF_COOKIE = 'csrftoken';
export const CSRF_HEADER = 'x-csrftoken';
/** The purpose with which the CSRF token is derived from the session's hash. */
export const CSRF_PURPOSE = 'csrf';
/** The console sets this header on its polls, so that they do not count as activity of the session. */
export const POLL_HEADER = 'x-leakwatch-poll';

/** How long staff work in an organisation's name: longer than a case of support takes, and short enough not to be forgotten. */
export const ACTING_SECONDS = 3600;
/** The organisation in whose name the page of the console works; missing on a page that shows no such notice. */
export const ACTING_HEADER = 'x-leakwatch-acting';

/** The language that the page is in; without it texts are in the language of the account. */
export const LOCALE_HEADER = 'x-leakwatch-locale';
