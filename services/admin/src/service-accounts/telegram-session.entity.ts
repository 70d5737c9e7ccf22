import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { TelegramSignInStage } from '@leakwatch/vocabulary';

/** How far an account of Telegram is signed in. */
export const TelegramSessionEntity = defineEntity({
  name: 'TelegramSession',
  tableName: 'telegram_session',
  schema: 'admin',
  properties: {
    service_account_id: p.uuid().primary(),
    stage: p.text().$type<TelegramSignInStage>(),
    /** The application with which it signs in. */
    api_id: p.integer(),
    /** Encrypted by the vault, as the two below. */
    api_hash: p.blob(),
    session: p.blob(),
    /** With the code it signs in; null once it was used. */
    code_hash: p.blob().nullable(),
    /** Staff let crawlers use it. */
    in_use: p.boolean().default(false),
    changed: p.datetime().defaultRaw('now()'),
  },
});
export type TelegramSessionRow = RowOf<typeof TelegramSessionEntity>;
