import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';

/** More addresses than a task has recipients are never asked for. */
const MAX_ADDRESSES = 1000;
/** Telegram's own bound of a message. In UTF-16 code units, of which there are never fewer than what it counts. */
export const MAX_TELEGRAM_TEXT = 4096;

const locale = z.enum(LOCALES);

/** Asked by the events service when a digest is made: who is to read it now, not who was when its events were found. */
export const internalDigestReaders = defineRoute({
  method: 'POST',
  path: '/internal/digests/readers/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: "Languages of recipients, and who of the organisation's active accounts asked for its digests",
  body: z.object({ organisation: z.uuid(), emails: z.array(z.string()).max(MAX_ADDRESSES) }),
  answer: z.object({
    /** Of each address asked that an active account of the organisation, or of staff, has; keyed as asked. */
    locales: z.record(z.string(), locale),
    /** Active accounts of the organisation with notifications by e-mail. */
    subscribed: z.array(z.object({ email: z.string(), locale })),
    /** Whether a chat of the organisation is to get its digests. */
    has_chats: z.boolean(),
  }),
  errors: [],
});
export type DigestReaders = z.output<typeof internalDigestReaders.answer>;

/** A digest for the organisation's connected chats. The same digest again reaches nobody twice. */
export const internalTelegramDigest = defineRoute({
  method: 'POST',
  path: '/internal/digests/telegram/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: "Put a digest into the bot's queue, once for each account with a connected chat",
  body: z.object({
    digest: z.uuid(),
    organisation: z.uuid(),
    texts: z.record(locale, z.string().min(1).max(MAX_TELEGRAM_TEXT)),
  }),
  answer: done,
  errors: [],
});
