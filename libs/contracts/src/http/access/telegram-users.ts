import { TELEGRAM_USER_STATUSES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, idParams, page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** The Telegram chat of a person who gets notifications, or the invitation to connect one, as staff see it. */
const telegramUser = z.object({
  id: z.uuid(),
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The account. */
  user: z.object({ id: z.uuid(), email: z.string() }),
  status: z.enum(TELEGRAM_USER_STATUSES),
  /** With status ignore: the chat has blocked the bot, or staff ignore the account. */
  ignored_by: z.enum(['chat', 'staff']).nullable(),
  /** `@name`, or the person's name with the number of the chat; null without a chat. */
  telegramUsername: z.string().nullable(),
  /** Only private chats are connected, and Telegram numbers these as their person. */
  telegramUserId: z.string().nullable(),
  telegramChatId: z.string().nullable(),
  changed: z.iso.datetime(),
});
export type TelegramUser = z.output<typeof telegramUser>;

/** Rows of a page by default, as on the page of staff. */
export const TELEGRAM_USERS_LIMIT = 25;

export const listTelegramUsers = defineRoute({
  method: 'GET',
  path: '/api/control/telegram_user_accounts/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List the Telegram chats of people who get notifications, by e-mail',
  query: pageQuery.extend({ limit: pageQuery.shape.limit.removeDefault().default(TELEGRAM_USERS_LIMIT), org: z.uuid().optional() }),
  answer: page(telegramUser),
  errors: [],
});

const common = { service: 'admin', access: 'staff', changesState: true, params: idParams, errors: [] } as const;

export const resetTelegramUser = defineRoute({
  ...common,
  method: 'POST',
  path: '/api/control/telegram_user_accounts/{id}/reset/',
  summary: 'Forget the chat and invitation of an account; the person may connect a chat anew',
  answer: telegramUser,
});

export const ignoreTelegramUser = defineRoute({
  ...common,
  method: 'POST',
  path: '/api/control/telegram_user_accounts/{id}/ignore/',
  summary: 'Send an account nothing in Telegram and let it connect no chat, until staff reset or delete the connection',
  answer: telegramUser,
});

export const deleteTelegramUser = defineRoute({
  ...common,
  method: 'DELETE',
  path: '/api/control/telegram_user_accounts/{id}/',
  summary: 'Delete the connection of an account; the person may connect a chat anew',
  answer: done,
});
