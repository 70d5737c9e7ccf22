import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { TelegramStatus } from '@leakwatch/vocabulary';

/** The chat of an account, or the invitation to connect one. */
export const TelegramLinkEntity = defineEntity({
  name: 'TelegramLink',
  tableName: 'telegram_link',
  schema: 'admin',
  properties: {
    /** By which staff name it. */
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    account_id: p.uuid().primary(),
    status: p.text().$type<TelegramStatus>(),
    /** New with each invitation; the code of the link is derived from it and the installation's key. */
    request: p.uuid(),
    /** Set until the code is used. */
    code_hash: p.text().nullable(),
    /** The account's epoch when it was invited. */
    epoch: p.integer(),
    expires: p.datetime().nullable(),
    chat_id: p.bigint('string').nullable(),
    /** The name by which a person recognises the chat. */
    handler: p.text().nullable(),
    changed: p.datetime().defaultRaw('now()'),
  },
});
export type TelegramLinkRow = RowOf<typeof TelegramLinkEntity>;
