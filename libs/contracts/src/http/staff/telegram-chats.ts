import { LAUNCH_ERROR_CODES, TELEGRAM_CHAT_STATUSES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** A channel or group of Telegram that tasks name. */
const telegramChat = z.object({
  /** Telegram's id; null until the channel was opened. */
  chat_id: z.string().nullable(),
  /** As tasks name it, in small letters; a private channel by its invitation, `+` and the hash. */
  name: z.string(),
  title: z.string(),
  status: z.enum(TELEGRAM_CHAT_STATUSES),
  /** Why it could not be read the last time. */
  error_code: z.enum(LAUNCH_ERROR_CODES).nullable(),
  /** The end of the last whole pass. */
  last_read: z.iso.datetime().nullable(),
});
export type TelegramChat = z.output<typeof telegramChat>;

export const listTelegramChats = defineRoute({
  method: 'GET',
  path: '/api/control/telegramchat/',
  service: 'crawler',
  access: 'staff',
  changesState: false,
  summary:
    'List the channels of Telegram that are read, by name; with `account` those that this service account opened, and private ones that it has not joined',
  query: pageQuery.extend({ account: z.uuid().optional() }),
  answer: page(telegramChat),
  errors: [],
});
