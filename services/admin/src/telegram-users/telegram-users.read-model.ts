import type { AnswerOf, InputOf, listTelegramUsers, TelegramUser } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TelegramStatus } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

const selected = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('admin.telegram_link as l')
    .innerJoin('admin.account as a', 'a.id', 'l.account_id')
    .leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id');

/** What the person sees too: an invitation that is over counts as inactive, a chat that waits to be confirmed again as authorization. */
const STATUS = sql<TelegramStatus>`case
  when l.status in ('start', 'authorization') and (l.expires <= now() or a.epoch <> l.epoch or not a.active) then 'inactive'
  when l.status in ('active', 'ignore') and a.epoch <> l.epoch then 'authorization'
  else l.status end`;

async function read(query: ReturnType<typeof selected>): Promise<TelegramUser[]> {
  const found = await query
    .select(['l.id', 'l.account_id', 'a.email', 'o.id as company_id', 'o.name as company_name', 'l.handler', 'l.chat_id', 'l.changed'])
    .select(STATUS.as('status'))
    .execute();
  return found.map(({ id, account_id, email, company_id, company_name, status, handler, chat_id, changed }) => {
    const chat = status === 'inactive' ? null : chat_id;
    return {
      id,
      company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
      user: { id: account_id, email },
      status: status === 'muted' ? 'ignore' : status,
      ignored_by: status === 'muted' ? 'staff' : status === 'ignore' ? 'chat' : null,
      telegramUsername: chat === null ? null : handler,
      telegramUserId: chat,
      telegramChatId: chat,
      changed: changed.toISOString(),
    };
  });
}

/** A page of the connections, the last changed first. */
export async function telegramUserList(
  em: SqlEntityManager,
  { limit, offset, org }: InputOf<typeof listTelegramUsers>['query'],
): Promise<AnswerOf<typeof listTelegramUsers>> {
  // Each connection has an account, so that accounts are joined where an organisation is asked for. Without one, the page is cut before the join:
  // PostgreSQL would join and sort all connections.
  const links = tables(em)
    .selectFrom('admin.telegram_link as k')
    .$if(org !== undefined, (query) =>
      query.innerJoin('admin.account as m', 'm.id', 'k.account_id').where('m.organisation_id', '=', org ?? null),
    );
  const { count } = await links.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const page = links.select('k.id').orderBy('k.changed', 'desc').orderBy('k.id').limit(limit).offset(offset);
  return { count, results: await read(selected(em).where('l.id', 'in', page).orderBy('l.changed', 'desc').orderBy('l.id')) };
}

export async function telegramUserById(em: SqlEntityManager, id: string): Promise<TelegramUser | undefined> {
  return (await read(selected(em).where('l.id', '=', id)))[0];
}
