import { TELEGRAM_REFUSALS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { telegramCredentials } from '../../telegram-credentials.ts';
import { leasedAccess } from './leases-internal.ts';

const text = z.string().max(256);
const { api_id, api_hash, session } = telegramCredentials.shape;

/**
 * One step of signing an account in. Nothing of it is kept by the crawler: the answer holds what the next step needs. Body and answer hold
 * credentials: they are never logged or queued.
 */
export const internalTelegramSignIn = defineRoute({
  method: 'POST',
  path: '/internal/telegram/sign-in/',
  service: 'crawler',
  access: 'service',
  changesState: true,
  summary: 'Ask Telegram for a code, sign in with it or with the password, or sign out',
  body: z.object({
    api_id,
    api_hash,
    phone: text,
    proxy: leasedAccess.shape.proxy,
    step: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('send_code') }),
      /** The password is used when Telegram asks for one; null for none. */
      z.object({ kind: z.literal('code'), session, code_hash: text, code: text, password: z.string().nullable() }),
      z.object({ kind: z.literal('password'), session, password: z.string() }),
      z.object({ kind: z.literal('log_out'), session }),
    ]),
  }),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('code_sent'), session, code_hash: text }),
    /** The code was accepted. */
    z.object({ kind: z.literal('password_due'), session }),
    z.object({ kind: z.literal('signed_in'), session }),
    z.object({ kind: z.literal('signed_out') }),
    /** `seconds`: of a wait that Telegram asks for. */
    z.object({ kind: z.literal('refused'), reason: z.enum(TELEGRAM_REFUSALS), seconds: z.number().int().nullable() }),
  ]),
  errors: [],
});
