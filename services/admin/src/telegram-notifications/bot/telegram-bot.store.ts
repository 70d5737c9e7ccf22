import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Longer than the longest poll: while it lasts nobody else asks for updates. */
const LEASE_SECONDS = 45;
/**
 * Telegram counts on from another number after a week without updates, which may be a lower one. Before that the old
 * number is let go: what it confirmed is long gone.
 */
const OFFSET_DAYS = 6;

export interface BotLease {
  readonly next_offset: number;
  readonly username: string | null;
  /** Until then the Bot API is not asked; null when it may be. */
  readonly paused_until: Date | null;
}

/** Takes or keeps the right to speak for the bot. undefined while another process has it. */
export async function leaseBot(em: SqlEntityManager, bot: number, holder: string): Promise<BotLease | undefined> {
  await rows(em, sql`insert into admin.telegram_bot (bot_id) values (${bot}) on conflict do nothing`);
  const lease = await row(
    em,
    sql<Omit<BotLease, 'next_offset'> & { next_offset: string }>`
      update admin.telegram_bot set holder = ${holder}, lease_ends = now() + make_interval(secs => ${LEASE_SECONDS}),
        next_offset = case when handled < now() - make_interval(days => ${OFFSET_DAYS}) then 0 else next_offset end
      where bot_id = ${bot} and (holder = ${holder} or lease_ends < now())
      returning next_offset, username, case when paused_until > now() then paused_until end as paused_until`,
  );
  return lease === undefined ? undefined : { ...lease, next_offset: Number(lease.next_offset) };
}

/** Whether this process may send now: it has the right, and nothing asks it to wait. Takes nothing. */
export async function maySend(em: SqlEntityManager, bot: number, holder: string): Promise<boolean> {
  const found = await rows(
    em,
    sql`select 1 from admin.telegram_bot
        where bot_id = ${bot} and holder = ${holder} and lease_ends > now() and paused_until <= now()`,
  );
  return found.length > 0;
}

/** Lets another process go on at once. */
export async function releaseBot(em: SqlEntityManager, bot: number, holder: string): Promise<void> {
  await rows(em, sql`update admin.telegram_bot set holder = null, lease_ends = now() where bot_id = ${bot} and holder = ${holder}`);
}

/** Notes an update as handled, in the transaction of what it does. False when it was before, or the lease is lost. */
export async function markUpdateHandled(em: SqlEntityManager, bot: number, holder: string, update: number): Promise<boolean> {
  const passed = await rows(
    em,
    sql`update admin.telegram_bot set next_offset = ${update + 1}, handled = now()
        where bot_id = ${bot} and holder = ${holder} and next_offset <= ${update} returning 1 as one`,
  );
  return passed.length === 1;
}

export async function pauseBot(em: SqlEntityManager, bot: number, seconds: number): Promise<void> {
  await rows(
    em,
    sql`update admin.telegram_bot set paused_until = greatest(paused_until, now() + make_interval(secs => ${seconds})) where bot_id = ${bot}`,
  );
}

export async function nameBot(em: SqlEntityManager, bot: number, username: string): Promise<void> {
  await rows(em, sql`update admin.telegram_bot set username = ${username} where bot_id = ${bot}`);
}

/** The bot's name once it was reached. */
export async function botName(em: SqlEntityManager, bot: number): Promise<string | null> {
  const found = await row(em, sql<{ username: string | null }>`select username from admin.telegram_bot where bot_id = ${bot}`);
  return found?.username ?? null;
}
