import { AGE_MS, type Claimed, newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import { tables } from '../../entities.ts';
import { connectedChats } from '../chats/telegram-link.store.ts';
import { telegramDigest } from './telegram-digest.store.ts';
import { type MessageDetails, TelegramMessageEntity, type TelegramMessageRow } from './telegram-message.entity.ts';
import type { TelegramMessageKind } from './texts/message-text.ts';

export interface ClaimedMessage extends Claimed, Readonly<Pick<TelegramMessageRow, 'kind' | 'locale' | 'details'>> {
  /** null: the account has no connected chat any more, may not have one, or is not of the message's organisation. */
  readonly chat: number | null;
}

/** For this long no other process sends a claimed message: longer than the timeout of the call. */
const HELD_SECONDS = 60;

/** Queues a message for an account, in the transaction of its cause. Whether the account has a chat is checked at delivery. */
export async function queueTelegram(
  em: SqlEntityManager,
  account: string,
  kind: TelegramMessageKind,
  details: MessageDetails = {},
): Promise<void> {
  await rows(
    em,
    sql`insert into admin.telegram_message (id, account_id, kind, locale, details)
        select ${newId()}, id, ${kind}, locale, ${JSON.stringify(details)}::jsonb from admin.account where id = ${account}`,
  );
}

/** Queues an answer to a chat, whether it is connected or not. */
export async function queueReply(em: SqlEntityManager, chat: number, kind: TelegramMessageKind, locale: Locale): Promise<void> {
  await em.insert(TelegramMessageEntity, { id: newId(), chat_id: String(chat), kind, locale });
}

/** Claims the next message that is due and counts the attempt; undefined when none is. */
export async function claimMessage(em: SqlEntityManager): Promise<ClaimedMessage | undefined> {
  const claimed = await row(
    em,
    sql<Claimed & Omit<TelegramMessageRow, 'next_try' | 'created'>>`
      update admin.telegram_message set attempts = attempts + 1, next_try = now() + make_interval(secs => ${HELD_SECONDS})
      where id = (select id from admin.telegram_message where next_try <= now() order by next_try, created limit 1 for update skip locked)
      returning id, kind, locale, details, attempts, ${AGE_MS} as age_ms, account_id, chat_id, digest_id`,
  );
  if (claimed === undefined) return undefined;
  const { account_id: account, chat_id: chat, digest_id: id, ...message } = claimed;
  if (account === null) return { ...message, chat: Number(chat) };
  const digest = id === null ? undefined : await telegramDigest(em, id, message.locale);
  const details = digest === undefined ? message.details : { text: digest.text };
  return { ...message, details, chat: await chatOf(em, account, digest?.organisation_id ?? null) };
}

/** A digest is only sent to an account that still belongs to its organisation. */
async function chatOf(em: SqlEntityManager, account: string, organisation: string | null): Promise<number | null> {
  const link = await connectedChats(em)
    .select('l.chat_id')
    .where('a.id', '=', account)
    .$if(organisation !== null, (query) => query.where('a.organisation_id', '=', organisation))
    .executeTakeFirst();
  return link === undefined ? null : Number(link.chat_id);
}

export async function deleteMessage(em: SqlEntityManager, id: string): Promise<void> {
  await em.nativeDelete(TelegramMessageEntity, { id });
}

export async function retryMessageIn(em: SqlEntityManager, id: string, seconds: number): Promise<void> {
  await tables(em)
    .updateTable('admin.telegram_message')
    .set({ next_try: sql`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute();
}
