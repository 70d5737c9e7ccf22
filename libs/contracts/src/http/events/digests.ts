import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** As many as a task may have recipients. */
const MAX_ADDRESSES = 1000;
/** Telegram's limit of a message. Counted in UTF-16 code units, which are never fewer than what Telegram counts. */
export const MAX_TELEGRAM_TEXT = 4096;

const locale = z.enum(LOCALES);

/** The events service calls it when it makes a digest, so that current settings and accounts count. */
export const internalDigestReaders = defineRoute({
  method: 'POST',
  path: '/internal/digests/readers/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: "Find the languages of recipients, and the organisation's active accounts that subscribed to digests",
  body: z.object({ organisation: z.uuid(), emails: z.array(z.string()).max(MAX_ADDRESSES) }),
  answer: z.object({
    /** The language of each requested address that belongs to an active account of the organisation or of staff. */
    locales: z.record(z.string(), locale),
    /** Active accounts of the organisation with notifications by e-mail. */
    subscribed: z.array(z.object({ email: z.string(), locale })),
    /** Whether the organisation has a connected chat for its digests. */
    has_chats: z.boolean(),
  }),
  errors: [],
});
export type DigestReaders = z.output<typeof internalDigestReaders.answer>;

/** Delivers a digest to the organisation's connected chats. A repeated delivery of the same digest has no effect. */
export const internalTelegramDigest = defineRoute({
  method: 'POST',
  path: '/internal/digests/telegram/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Queue a digest once for each account with a connected chat',
  body: z.object({
    digest: z.uuid(),
    organisation: z.uuid(),
    texts: z.record(locale, z.string().min(1).max(MAX_TELEGRAM_TEXT)),
  }),
  answer: done,
  errors: [],
});
