import type { AnswerOf, getNotificationSettings } from '@leakwatch/contracts';
import { mockId } from '../ids.ts';

export type Telegram = AnswerOf<typeof getNotificationSettings>['telegram_notifications'];

export const NOTHING: Telegram = {
  enabled: true,
  off_because: null,
  status: 'inactive',
  paused: false,
  telegram_handler: null,
  invite_link: null,
  invite_qr: null,
  request: null,
  expires: null,
};

/** No code that a camera reads: only something of its shape. */
const PICTURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path fill="#fff" d="M0 0h21v21H0z"/><path d="M2 2h5v5H2zM14 2h5v5h-5zM2 14h5v5H2zM9 4h2v3H9zM9 9h3v3H9zM14 9h2v2h-2zM12 14h3v2h-3zM16 16h3v3h-3z"/></svg>',
).toString('base64');

export const makeNotificationSettings = (telegram: Partial<Telegram> = {}): AnswerOf<typeof getNotificationSettings> => ({
  telegram_notifications: { ...NOTHING, ...telegram },
  email_notifications: { enabled: false },
  digest_interval: 3600,
});

/** Each status as the service shows it. */
export const TELEGRAM_FACES = {
  start: {
    status: 'start',
    invite_link: 'https://t.me/leakwatch_bot?start=0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
    invite_qr: PICTURE,
    request: mockId(15, 1),
    expires: new Date(Date.now() + 900_000).toISOString(),
  },
  authorization: {
    status: 'authorization',
    telegram_handler: '@irina_sokolova',
    request: mockId(15, 1),
    expires: new Date(Date.now() + 900_000).toISOString(),
  },
  paused: { status: 'authorization', paused: true, telegram_handler: '@irina_sokolova', request: mockId(15, 1) },
  active: { status: 'active', telegram_handler: '@irina_sokolova' },
  ignore: { status: 'ignore', telegram_handler: '@irina_sokolova' },
  off: { enabled: false, off_because: 'organisation' },
} as const satisfies Record<string, Partial<Telegram>>;
