import type { TelegramOffReason } from '@leakwatch/contracts';
import { Forbidden, LeakwatchError, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';

/** Why an account cannot have Telegram notifications; null when it can. */
export async function telegramOffReason(em: SqlEntityManager, account: string, bot: TelegramBot): Promise<TelegramOffReason | null> {
  const allowed = await row(
    em,
    sql<{ one: number }>`
      select 1 as one from admin.account a join admin.organisation o on o.id = a.organisation_id
      where a.id = ${account} and a.active and o.is_telegram_notification_on`,
  );
  if (allowed === undefined) return 'organisation';
  return bot.api === undefined ? 'bot' : null;
}

/** Throws what the reason is to whoever tries all the same. */
export function requireTelegram(reason: TelegramOffReason | null): void {
  if (reason === 'organisation') throw new Forbidden('telegram_by_organisation');
  if (reason === 'bot') throw new LeakwatchError('telegram_not_set_up', 503, { level: 'info' });
}
