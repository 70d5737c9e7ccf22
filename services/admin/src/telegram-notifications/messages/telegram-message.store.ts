import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import { telegramDigest } from './telegram-digest.store.ts';
import { CONNECTED } from '../chats/telegram-link.store.ts';
import type { TelegramMessageKind } from './texts/message-text.ts';

export type MessageDetails = Readonly<Record<string, string>>;

export interface ClaimedMessage {
  readonly id: string;
  readonly kind: TelegramMessageKind;
  readonly locale: Locale;
  readonly details: MessageDetails;
  readonly attempts: number;
  readonly created: Date;
  /** null: the account has no connected chat any more, may not have one, or is not of the message's organisation. */
  readonly chat: number | null;
}

/** A try holds its message for longer than the call's own bound. */
const HELD_SECONDS = 60;

/** Says something in the chat of an account, in the transaction that is the reason. Whether there is a chat is seen when it is sent. */
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

/** Answers a chat, whoever it is. */
export async function queueReply(em: SqlEntityManager, chat: number, kind: TelegramMessageKind, locale: Locale): Promise<void> {
  await rows(em, sql`insert into admin.telegram_message (id, chat_id, kind, locale) values (${newId()}, ${chat}, ${kind}, ${locale})`);
}

/** The next message that is due, with one more try counted; undefined when none is. */
export async function claimMessage(em: SqlEntityManager): Promise<ClaimedMessage | undefined> {
  const claimed = await row(
    em,
    sql<Omit<ClaimedMessage, 'chat'> & { account_id: string | null; chat_id: string | null; digest_id: string | null }>`
      update admin.telegram_message set attempts = attempts + 1, next_try = now() + make_interval(secs => ${HELD_SECONDS})
      where id = (select id from admin.telegram_message where next_try <= now() order by next_try, created limit 1 for update skip locked)
      returning id, kind, locale, details, attempts, created, account_id, chat_id, digest_id`,
  );
  if (claimed === undefined) return undefined;
  const { account_id: account, chat_id: chat, digest_id: id, ...message } = claimed;
  if (account === null) return { ...message, chat: Number(chat) };
  const digest = id === null ? undefined : await telegramDigest(em, id, message.locale);
  const details = digest === undefined ? message.details : { text: digest.text };
  return { ...message, details, chat: await chatOf(em, account, digest?.organisation_id ?? null) };
}

/** What tells of an organisation's leaks goes to its own accounts as they are now. */
async function chatOf(em: SqlEntityManager, account: string, organisation: string | null): Promise<number | null> {
  const link = await row(
    em,
    sql<{ chat_id: string }>`
      select l.chat_id ${CONNECTED} and a.id = ${account}
        and (${organisation}::uuid is null or a.organisation_id = ${organisation}::uuid)`,
  );
  return link === undefined ? null : Number(link.chat_id);
}

export async function deleteMessage(em: SqlEntityManager, id: string): Promise<void> {
  await rows(em, sql`delete from admin.telegram_message where id = ${id}`);
}

export async function retryMessageIn(em: SqlEntityManager, id: string, seconds: number): Promise<void> {
  await rows(em, sql`update admin.telegram_message set next_try = now() + make_interval(secs => ${seconds}) where id = ${id}`);
}
