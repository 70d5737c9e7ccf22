import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type TelegramStatus, type TelegramStep, telegramStatusesFor } from '@leakwatch/vocabulary';
import type { AccountRow } from '../../accounts/account.entity.ts';
import { tables } from '../../entities.ts';
import type { TelegramLinkRow } from './telegram-link.entity.ts';

/** Minutes to open the link on a phone, and again to check the name of the chat. */
const OPEN_MINUTES = 15;

const expiry = sql<Date>`now() + make_interval(mins => ${OPEN_MINUTES})`;
/** Whether the status of `l` allows a step. */
const allows = (step: TelegramStep) => sql<boolean>`l.status = any(${telegramStatusesFor(step)}::text[])`;
/** Whether the invitation `l` of the account `a` is neither expired nor of an older epoch. */
const OPEN = sql<boolean>`l.expires > now() and a.active and a.epoch = l.epoch`;

/** The account's credentials changed, or its sessions were ended, after the chat `l` was confirmed: it waits to be confirmed again. */
const PAUSED = sql<boolean>`l.status in ('active', 'ignore') and a.epoch <> l.epoch`;

/** The connected chats that get messages: `l`, of active accounts `a` whose organisation allows Telegram. A paused chat gets none. */
export const connectedChats = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('admin.telegram_link as l')
    .innerJoin('admin.account as a', 'a.id', 'l.account_id')
    .innerJoin('admin.organisation as o', 'o.id', 'a.organisation_id')
    .where('l.status', '=', 'active')
    .whereRef('a.epoch', '=', 'l.epoch')
    .where('a.active', '=', true)
    .where('o.is_telegram_notification_on', '=', true);

export type TelegramLink = Pick<TelegramLinkRow, 'status' | 'handler' | 'expires'> & {
  readonly request: string | null;
  /** A connected chat that waits to be confirmed again. */
  readonly paused: boolean;
};

/** The chat or invitation of an account; an expired invitation counts as inactive. */
export async function telegramLinkOf(em: SqlEntityManager, account: string): Promise<TelegramLink> {
  const found = await tables(em)
    .selectFrom('admin.telegram_link as l')
    .innerJoin('admin.account as a', 'a.id', 'l.account_id')
    .select(['l.status', 'l.request', 'l.handler', 'l.expires', PAUSED.as('paused')])
    .where('l.account_id', '=', account)
    .where((eb) => eb.or([eb('l.expires', 'is', null), OPEN]))
    .executeTakeFirst();
  return found ?? { status: 'inactive', request: null, handler: null, expires: null, paused: false };
}

export interface Invitation {
  readonly account: string;
  readonly request: string;
  readonly codeHash: string;
}

/** Opens an invitation, which replaces an earlier one. Returns when it expires; undefined while a chat is connected. */
export async function openInvitation(em: SqlEntityManager, { account, request, codeHash }: Invitation): Promise<Date | undefined> {
  const opened = await row(
    em,
    sql<{ expires: Date }>`
      insert into admin.telegram_link as l (account_id, status, request, code_hash, epoch, expires)
      select id, 'start', ${request}, ${codeHash}, epoch, ${expiry} from admin.account where id = ${account}
      on conflict (account_id) do update set status = 'start', request = excluded.request, code_hash = excluded.code_hash,
        epoch = excluded.epoch, expires = excluded.expires, chat_id = null, handler = null, changed = now()
        where ${allows('invited')}
      returning expires`,
  );
  return opened?.expires;
}

export type ChatAccount = Pick<TelegramLinkRow, 'account_id'> & Pick<AccountRow, 'locale'>;

/** Uses up a code for a chat. undefined for a code that is used, expired or unknown, or of an organisation that does not allow Telegram. */
export const redeemInvitation = (
  em: SqlEntityManager,
  codeHash: string,
  chat: { readonly id: number; readonly handler: string },
): Promise<ChatAccount | undefined> =>
  tables(em)
    .updateTable('admin.telegram_link as l')
    .from(['admin.account as a', 'admin.organisation as o'])
    .set({
      status: 'authorization',
      code_hash: null,
      chat_id: String(chat.id),
      handler: chat.handler,
      expires: expiry,
      changed: sql`now()`,
    })
    .where('l.code_hash', '=', codeHash)
    .where(allows('started'))
    .whereRef('a.id', '=', 'l.account_id')
    .where(OPEN)
    .whereRef('o.id', '=', 'a.organisation_id')
    .where('o.is_telegram_notification_on', '=', true)
    .returning(['l.account_id', 'a.locale'])
    .executeTakeFirst();

/** Connects the chat of a request, or a paused one again. Returns the chat's name; undefined when the request does not wait for it. */
export async function confirmChat(em: SqlEntityManager, account: string, request: string): Promise<string | undefined> {
  const confirmed = await tables(em)
    .updateTable('admin.telegram_link as l')
    .from('admin.account as a')
    // A paused chat that has blocked the bot stays blocked.
    .set({
      status: sql<TelegramStatus>`case when l.status = 'ignore' then 'ignore' else 'active' end`,
      epoch: sql<number>`a.epoch`,
      expires: null,
      changed: sql`now()`,
    })
    .where('l.account_id', '=', account)
    .where('l.request', '=', request)
    .whereRef('a.id', '=', 'l.account_id')
    .where((eb) => eb.or([eb.and([allows('confirmed'), OPEN]), PAUSED]))
    .returning('l.handler')
    .executeTakeFirst();
  return confirmed?.handler ?? undefined;
}

/** Removes the chat or invitation of an account. Returns the chat's name when one was connected. */
export async function disableLink(em: SqlEntityManager, account: string): Promise<string | undefined> {
  const removed = await tables(em)
    .deleteFrom('admin.telegram_link as l')
    .where('l.account_id', '=', account)
    .where(allows('disabled'))
    .returning(['l.status', 'l.handler'])
    .executeTakeFirst();
  const wasConnected = removed?.status === 'active' || removed?.status === 'ignore';
  return wasConnected ? (removed.handler ?? undefined) : undefined;
}

/** Disconnects a chat from all accounts. */
export const stopChat = (em: SqlEntityManager, chat: number) =>
  rows(
    em,
    sql<ChatAccount & Pick<TelegramLinkRow, 'handler'>>`
      delete from admin.telegram_link l using admin.account a where l.chat_id = ${chat} and ${allows('stopped')} and a.id = l.account_id
      returning l.account_id, l.handler, a.locale`,
  );

/** A chat blocked the bot: its connections pause, and its open invitations end. */
export async function blockChat(em: SqlEntityManager, chat: number): Promise<void> {
  await tables(em).deleteFrom('admin.telegram_link').where('chat_id', '=', String(chat)).where('status', '=', 'authorization').execute();
  await tables(em)
    .updateTable('admin.telegram_link')
    .set({ status: 'ignore', changed: sql`now()` })
    .where('chat_id', '=', String(chat))
    .where('status', '=', 'active')
    .execute();
}

/** A chat unblocked the bot. Returns the number of accounts that it is connected to. */
export async function unblockChat(em: SqlEntityManager, chat: number): Promise<number> {
  await tables(em)
    .updateTable('admin.telegram_link as l')
    .set({ status: 'active', changed: sql`now()` })
    .where('l.chat_id', '=', String(chat))
    .where(allows('unblocked'))
    .execute();
  const connected = await tables(em)
    .selectFrom('admin.telegram_link')
    .select('account_id')
    .where('chat_id', '=', String(chat))
    .where('status', '=', 'active')
    .execute();
  return connected.length;
}

/** Whether staff ignore the account. */
export async function isMuted(em: SqlEntityManager, account: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('admin.telegram_link')
    .select('account_id')
    .where('account_id', '=', account)
    .where('status', '=', 'muted')
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks a connection for a step of staff. */
export const lockLink = (em: SqlEntityManager, id: string) =>
  tables(em)
    .selectFrom('admin.telegram_link')
    .select(['account_id', 'status', 'handler'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Ends invitation and code. Without `keepsChat` the chat is forgotten too. */
export async function setLinkStatus(em: SqlEntityManager, id: string, status: TelegramStatus, keepsChat: boolean): Promise<void> {
  await tables(em)
    .updateTable('admin.telegram_link')
    .set({ status, code_hash: null, expires: null, changed: sql`now()`, ...(!keepsChat && { chat_id: null, handler: null }) })
    .where('id', '=', id)
    .execute();
}

export const deleteLink = (em: SqlEntityManager, id: string) => tables(em).deleteFrom('admin.telegram_link').where('id', '=', id).execute();
