import type { TelegramOffReason } from '@leakwatch/contracts';
import { Forbidden, LeakwatchError, type SqlEntityManager } from '@leakwatch/platform';
import type { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { isMuted } from '../telegram-notifications/chats/telegram-link.store.ts';
import { isTelegramAllowed } from './notification-settings.store.ts';

/** Why an account cannot have Telegram notifications; null when it can. */
export async function telegramOffReason(em: SqlEntityManager, account: string, bot: TelegramBot): Promise<TelegramOffReason | null> {
  if (!(await isTelegramAllowed(em, account))) return 'organisation';
  if (await isMuted(em, account)) return 'staff';
  return bot.api === undefined ? 'bot' : null;
}

/** Throws the error of the reason, if there is one. */
export function requireTelegram(reason: TelegramOffReason | null): void {
  if (reason === 'organisation') throw new Forbidden('telegram_by_organisation');
  if (reason === 'staff') throw new Forbidden('telegram_by_staff');
  if (reason === 'bot') throw new LeakwatchError('telegram_not_set_up', 503, { level: 'info' });
}
