import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** The bot of this installation: which process holds its lease, and which updates are handled. */
export const TelegramBotEntity = defineEntity({
  name: 'TelegramBot',
  tableName: 'telegram_bot',
  schema: 'admin',
  properties: {
    bot_id: p.bigint('string').primary(),
    /** null until the Bot API has answered once. */
    username: p.text().nullable(),
    /** All updates before it are handled. */
    next_offset: p.bigint('string').default('0'),
    handled: p.datetime().nullable(),
    holder: p.uuid().nullable(),
    lease_ends: p.datetime().defaultRaw('now()'),
    /** The Bot API has asked for a pause until then. */
    paused_until: p.datetime().defaultRaw('now()'),
  },
});
export type TelegramBotRow = RowOf<typeof TelegramBotEntity>;
