import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';

/**
 * On whose behalf a service is called. The gateway or another service signs it; a service trusts nothing else.
 * account null: nobody is signed in, or a service calls on its own behalf (`service`).
 */
export const callerContext = z.object({
  account: z.object({ id: z.uuid(), username: z.string() }).nullable(),
  organisation: z.uuid().nullable(),
  staff: z.boolean(),
  /** The sign-in is pending: the password was accepted and the second factor is due. */
  pending: z.boolean(),
  session: z.string().nullable(),
  /** The public id of the API token that the account used; null for a session. */
  token: z.uuid().optional(),
  /** A member of staff works in the name of `organisation`, with the rights of its users (`staff` is false), until a Unix time in seconds. */
  acting: z.object({ until: z.number().int() }).optional(),
  service: z.string().nullable(),
  locale: z.enum(LOCALES),
  address: z.string(),
  /** The address is that of a proxy that is not in `TRUSTED_PROXIES`: many people may have it. */
  shared: z.literal(true).optional(),
  user_agent: z.string(),
  request_id: z.string(),
  /** Unix time in seconds at which the signature expires. */
  expires: z.number().int(),
});
export type CallerContext = z.output<typeof callerContext>;
