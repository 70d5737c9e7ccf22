import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type Locale, type TelegramStatus, type TelegramStep, telegramStatusesFor } from '@leakwatch/vocabulary';

/** Time to take the telephone, and as long again to look at whose chat it is. */
const OPEN_MINUTES = 15;

export interface TelegramLink {
  readonly status: TelegramStatus;
  readonly request: string | null;
  readonly handler: string | null;
  readonly expires: Date | null;
}

/** Statuses in which a step does something, as a list for `any`. */
const on = (step: TelegramStep) => sql`l.status = any(${telegramStatusesFor(step)}::text[])`;
/** Links whose chats are written to: `l` of an active account `a` in an organisation that allows it. */
export const CONNECTED = sql.raw(`
  from admin.telegram_link l join admin.account a on a.id = l.account_id join admin.organisation o on o.id = a.organisation_id
  where l.status = 'active' and a.active and o.is_telegram_notification_on`);
const open = sql.raw('l.expires > now() and a.active and a.epoch = l.epoch');

/** How far an account's notifications are; what is over by time or epoch is inactive. */
export async function telegramLinkOf(em: SqlEntityManager, account: string): Promise<TelegramLink> {
  const found = await row(
    em,
    sql<TelegramLink>`
      select l.status, l.request, l.handler, l.expires from admin.telegram_link l join admin.account a on a.id = l.account_id
      where l.account_id = ${account} and (l.expires is null or (${open}))`,
  );
  return found ?? { status: 'inactive', request: null, handler: null, expires: null };
}

export interface Invitation {
  readonly account: string;
  readonly request: string;
  readonly codeHash: string;
}

/** Opens an invitation in the place of the one before. Gives when it ends; undefined while a chat is connected. */
export async function openInvitation(em: SqlEntityManager, { account, request, codeHash }: Invitation): Promise<Date | undefined> {
  const kept = await row(
    em,
    sql<{ expires: Date }>`
      insert into admin.telegram_link as l (account_id, status, request, code_hash, epoch, expires)
      select id, 'start', ${request}, ${codeHash}, epoch, now() + make_interval(mins => ${OPEN_MINUTES})
        from admin.account where id = ${account}
      on conflict (account_id) do update set status = 'start', request = excluded.request, code_hash = excluded.code_hash,
        epoch = excluded.epoch, expires = excluded.expires, chat_id = null, handler = null, changed = now()
        where ${on('invited')}
      returning expires`,
  );
  return kept?.expires;
}

export interface ChatAccount {
  readonly account_id: string;
  readonly locale: Locale;
}

/** Spends a code for a chat. undefined for a code that is used, late, overtaken, made up, or of an organisation that does not allow it. */
export const redeemInvitation = (
  em: SqlEntityManager,
  codeHash: string,
  chat: { readonly id: number; readonly handler: string },
): Promise<ChatAccount | undefined> =>
  row(
    em,
    sql<ChatAccount>`
      update admin.telegram_link l set status = 'authorization', code_hash = null, chat_id = ${chat.id}, handler = ${chat.handler},
        expires = now() + make_interval(mins => ${OPEN_MINUTES}), changed = now()
      from admin.account a join admin.organisation o on o.id = a.organisation_id
      where l.code_hash = ${codeHash} and ${on('started')} and a.id = l.account_id and ${open} and o.is_telegram_notification_on
      returning l.account_id, a.locale`,
  );

/** Connects the chat of this very request. Gives whose it is; undefined when there is none that waits. */
export async function confirmChat(em: SqlEntityManager, account: string, request: string): Promise<string | undefined> {
  const confirmed = await row(
    em,
    sql<{ handler: string }>`
      update admin.telegram_link l set status = 'active', expires = null, changed = now() from admin.account a
      where l.account_id = ${account} and l.request = ${request} and ${on('confirmed')} and a.id = l.account_id and ${open}
      returning l.handler`,
  );
  return confirmed?.handler;
}

/** Ends whatever there is. Gives the chat's name when one was connected. */
export async function disableLink(em: SqlEntityManager, account: string): Promise<string | undefined> {
  const gone = await row(
    em,
    sql<{ status: TelegramStatus; handler: string | null }>`
      delete from admin.telegram_link l where l.account_id = ${account} and ${on('disabled')} returning l.status, l.handler`,
  );
  return gone !== undefined && gone.handler !== null && (gone.status === 'active' || gone.status === 'ignore') ? gone.handler : undefined;
}

/** A chat wants nothing more, of nobody. */
export const stopChat = (em: SqlEntityManager, chat: number): Promise<(ChatAccount & { handler: string })[]> =>
  rows(
    em,
    sql<ChatAccount & { handler: string }>`
      delete from admin.telegram_link l using admin.account a where l.chat_id = ${chat} and ${on('stopped')} and a.id = l.account_id
      returning l.account_id, l.handler, a.locale`,
  );

/** A chat closed the bot out: what was connected pauses, what only waited is over. */
export async function blockChat(em: SqlEntityManager, chat: number): Promise<void> {
  await rows(em, sql`delete from admin.telegram_link where chat_id = ${chat} and status = 'authorization'`);
  await rows(em, sql`update admin.telegram_link set status = 'ignore', changed = now() where chat_id = ${chat} and status = 'active'`);
}

/** A chat let the bot in again. Gives how many accounts it is connected with. */
export async function unblockChat(em: SqlEntityManager, chat: number): Promise<number> {
  await rows(em, sql`update admin.telegram_link l set status = 'active', changed = now() where l.chat_id = ${chat} and ${on('unblocked')}`);
  const found = await rows(em, sql`select 1 from admin.telegram_link where chat_id = ${chat} and status = 'active'`);
  return found.length;
}
