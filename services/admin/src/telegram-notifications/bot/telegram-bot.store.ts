import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';

/** Longer than the longest poll, so that two processes never ask for updates at the same time. */
const LEASE_SECONDS = 45;
/**
 * After a week without updates Telegram may start counting from another, possibly lower number. The stored number is
 * dropped before that; the updates that it confirmed are long gone.
 */
const OFFSET_DAYS = 6;

export interface BotLease {
  readonly next_offset: number;
  readonly username: string | null;
  /** For so many milliseconds the Bot API must not be asked; null when it may be. */
  readonly paused_ms: number | null;
}

/** Acquires or renews the bot's lease; undefined while another process holds it. */
export async function leaseBot(em: SqlEntityManager, bot: number, holder: string): Promise<BotLease | undefined> {
  const id = String(bot);
  await tables(em)
    .insertInto('admin.telegram_bot')
    .values({ bot_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const lease = await tables(em)
    .updateTable('admin.telegram_bot')
    .set({
      holder,
      lease_ends: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      next_offset: sql`case when handled < now() - make_interval(days => ${OFFSET_DAYS}) then 0 else next_offset end`,
    })
    .where('bot_id', '=', id)
    .where((eb) => eb.or([eb('holder', '=', holder), eb('lease_ends', '<', sql<Date>`now()`)]))
    .returning([
      'next_offset',
      'username',
      sql<number | null>`case when paused_until > now() then extract(epoch from paused_until - now())::float8 * 1000 end`.as('paused_ms'),
    ])
    .executeTakeFirst();
  return lease === undefined ? undefined : { ...lease, next_offset: Number(lease.next_offset) };
}

/** Whether this process may send now: it holds the lease, and no pause is due. Does not renew the lease. */
export async function maySend(em: SqlEntityManager, bot: number, holder: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('admin.telegram_bot')
    .select('bot_id')
    .where('bot_id', '=', String(bot))
    .where('holder', '=', holder)
    .where('lease_ends', '>', sql<Date>`now()`)
    .where('paused_until', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends the lease, so that another process can continue at once. */
export async function releaseBot(em: SqlEntityManager, bot: number, holder: string): Promise<void> {
  await tables(em)
    .updateTable('admin.telegram_bot')
    .set({ holder: null, lease_ends: sql`now()` })
    .where('bot_id', '=', String(bot))
    .where('holder', '=', holder)
    .execute();
}

/** Marks an update as handled, in the transaction of its effects. False when it was handled before, or the lease is lost. */
export async function markUpdateHandled(em: SqlEntityManager, bot: number, holder: string, update: number): Promise<boolean> {
  const marked = await tables(em)
    .updateTable('admin.telegram_bot')
    .set({ next_offset: String(update + 1), handled: sql`now()` })
    .where('bot_id', '=', String(bot))
    .where('holder', '=', holder)
    .where('next_offset', '<=', String(update))
    .returning('bot_id')
    .execute();
  return marked.length === 1;
}

export async function pauseBot(em: SqlEntityManager, bot: number, seconds: number): Promise<void> {
  await tables(em)
    .updateTable('admin.telegram_bot')
    .set({ paused_until: sql`greatest(paused_until, now() + make_interval(secs => ${seconds}))` })
    .where('bot_id', '=', String(bot))
    .execute();
}

export async function nameBot(em: SqlEntityManager, bot: number, username: string): Promise<void> {
  await tables(em).updateTable('admin.telegram_bot').set({ username }).where('bot_id', '=', String(bot)).execute();
}

/** null until the Bot API has answered once. */
export async function botName(em: SqlEntityManager, bot: number): Promise<string | null> {
  const found = await tables(em).selectFrom('admin.telegram_bot').select('username').where('bot_id', '=', String(bot)).executeTakeFirst();
  return found?.username ?? null;
}
