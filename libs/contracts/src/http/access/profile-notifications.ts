import { TELEGRAM_STATUSES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** Why Telegram notifications are not available: the organisation does not allow them, staff ignore the account, or the installation has no bot. */
export const TELEGRAM_OFF_REASONS = ['organisation', 'staff', 'bot'] as const;
export type TelegramOffReason = (typeof TELEGRAM_OFF_REASONS)[number];

const telegramNotifications = z.object({
  /** Whether they are available; `off_because` says why not. */
  enabled: z.boolean(),
  off_because: z.enum(TELEGRAM_OFF_REASONS).nullable(),
  /** `inactive` also where staff ignore the account; `off_because` says so. */
  status: z.enum(TELEGRAM_STATUSES).exclude(['muted']),
  /** With status authorization: the chat was connected, and gets nothing until the person confirms it again. */
  paused: z.boolean(),
  /** The name of the chat: `@name`, or the person's name with the number of the chat. */
  telegram_handler: z.string().nullable(),
  /** While an invitation is open. */
  invite_link: z.string().nullable(),
  /** The link as a QR code, an SVG image in base64, without `data:`. */
  invite_qr: z.string().nullable(),
  /** The id of the invitation or of the chat that waits for confirmation; `confirm` sends it. */
  request: z.uuid().nullable(),
  /** When either expires. */
  expires: z.iso.datetime().nullable(),
});

export const getNotificationSettings = defineRoute({
  method: 'GET',
  path: '/api/profile/notifications/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: false,
  summary: "Get the caller's notification settings for Telegram and e-mail",
  answer: z.object({
    telegram_notifications: telegramNotifications,
    email_notifications: z.object({ enabled: z.boolean() }),
    /** At most one digest of a task is sent in this many seconds, by either way. */
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
  acting: 'self',
  changesState: true,
  summary: 'Switch e-mail notifications on or off',
  body: z.object({ email_notifications: z.boolean() }),
  answer: done,
  errors: [],
});

export const inviteTelegram = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/generate_telegram_invite_link/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: 'Create an invite link of the bot, which replaces the previous one',
  answer: z.object({ invite_link: z.string(), invite_qr: z.string(), request: z.uuid(), expires: z.iso.datetime() }),
  errors: ['telegram_by_organisation', 'telegram_by_staff', 'telegram_not_set_up', 'telegram_unavailable', 'telegram_connected'],
});

/** A chat that used the link is connected only after the person has seen its name and confirmed it. */
export const confirmTelegram = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/confirm_telegram_notifications/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: 'Confirm the chat that used the invite link',
  body: z.object({ request: z.uuid() }),
  answer: done,
  errors: ['telegram_by_organisation', 'telegram_by_staff', 'telegram_request_over'],
});

export const disableTelegram = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/disable_telegram_notifications/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: 'Disconnect the chat, refuse the waiting one, or withdraw the invitation',
  answer: done,
  errors: [],
});
