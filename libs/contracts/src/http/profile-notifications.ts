import { TELEGRAM_STATUSES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';

/** Why Telegram notifications cannot be had: the organisation does not allow them, or the installation has no bot. */
export const TELEGRAM_OFF_REASONS = ['organisation', 'bot'] as const;
export type TelegramOffReason = (typeof TELEGRAM_OFF_REASONS)[number];

const telegramNotifications = z.object({
  /** Whether they can be had at all; `off_because` says why not. */
  enabled: z.boolean(),
  off_because: z.enum(TELEGRAM_OFF_REASONS).nullable(),
  status: z.enum(TELEGRAM_STATUSES),
  /** Whose chat it is: `@name`, or a name with the number of the chat where there is none. */
  telegram_handler: z.string().nullable(),
  /** While an invitation is open. */
  invite_link: z.string().nullable(),
  /** The same as an SVG image in base64, without `data:`. */
  invite_qr: z.string().nullable(),
  /** Of the invitation, or of the chat that waits for a word: `confirm` names it. */
  request: z.uuid().nullable(),
  /** When either ends by itself. */
  expires: z.iso.datetime().nullable(),
});

export const getNotificationSettings = defineRoute({
  method: 'GET',
  path: '/api/profile/notifications/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: false,
  summary: "The caller's notifications by Telegram and e-mail",
  answer: z.object({
    telegram_notifications: telegramNotifications,
    email_notifications: z.object({ enabled: z.boolean() }),
    /** Ours: at most one digest of a task comes in so many seconds, whichever way. */
    digest_interval: z.number().int().positive(),
  }),
  errors: [],
});
export type NotificationSettings = z.output<typeof getNotificationSettings.answer>;

export const setEmailNotifications = defineRoute({
  method: 'PATCH',
  path: '/api/control/accounts/email_notifications/',
  service: 'admin',
  access: 'user',
  changesState: true,
  summary: 'Switch notifications by e-mail on or off',
  body: z.object({ email_notifications: z.boolean() }),
  answer: done,
  errors: [],
});

export const inviteTelegram = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/generate_telegram_invite_link/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: true,
  summary: 'A new invite link of the bot, in the place of the one before',
  answer: z.object({ invite_link: z.string(), invite_qr: z.string(), request: z.uuid(), expires: z.iso.datetime() }),
  errors: ['telegram_by_organisation', 'telegram_not_set_up', 'telegram_unavailable', 'telegram_connected'],
});

/** Ours: a chat that used the link is connected by the word of the person who looks at its name. */
export const confirmTelegram = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/confirm_telegram_notifications/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: true,
  summary: 'Connect the chat that used the invite link',
  body: z.object({ request: z.uuid() }),
  answer: done,
  errors: ['telegram_by_organisation', 'telegram_request_over'],
});

export const disableTelegram = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/disable_telegram_notifications/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: true,
  summary: 'Let the chat go, refuse the one that waits, or take the invitation back',
  answer: done,
  errors: [],
});
