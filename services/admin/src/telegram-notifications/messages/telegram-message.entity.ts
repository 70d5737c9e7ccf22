import type { InputOf, internalTelegramDigest } from '@leakwatch/contracts';
import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import type { TelegramMessageKind } from './texts/message-text.ts';

export type TelegramDigest = InputOf<typeof internalTelegramDigest>['body'];
export type MessageDetails = Readonly<Record<string, string>>;

/** The outbox of messages: to the chat that an account has at delivery, or to a chat that wrote to the bot. */
export const TelegramMessageEntity = defineEntity({
  name: 'TelegramMessage',
  tableName: 'telegram_message',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Either the account or the chat is set. */
    account_id: p.uuid().nullable(),
    chat_id: p.bigint('string').nullable(),
    kind: p.text().$type<TelegramMessageKind>(),
    locale: p.text().$type<Locale>(),
    details: p.json<MessageDetails>().defaultRaw("'{}'"),
    attempts: p.integer().default(0),
    next_try: p.datetime().defaultRaw('now()'),
    created: p.datetime().defaultRaw('now()'),
    digest_id: p.uuid().nullable(),
  },
});
export type TelegramMessageRow = RowOf<typeof TelegramMessageEntity>;

/** The text of a digest for the chats of an organisation, in each language. */
export const TelegramDigestEntity = defineEntity({
  name: 'TelegramDigest',
  tableName: 'telegram_digest',
  schema: 'admin',
  properties: {
    digest_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    texts: p.json<TelegramDigest['texts']>(),
    queued: p.datetime().defaultRaw('now()'),
  },
});

/** Accounts to which a digest was queued. It outlives the message, so that a digest that comes again is not sent twice. */
export const TelegramDigestReaderEntity = defineEntity({
  name: 'TelegramDigestReader',
  tableName: 'telegram_digest_reader',
  schema: 'admin',
  properties: { digest_id: p.uuid().primary(), account_id: p.uuid().primary() },
});
