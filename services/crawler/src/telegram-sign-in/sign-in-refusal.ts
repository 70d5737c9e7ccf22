import type { TelegramRefusal } from '@leakwatch/vocabulary';
import { errors } from 'telegram';
import { UpstreamError } from '../accounts/upstream-error.ts';
import { errorName } from '../upstreams/telegram/telegram-refusal.ts';

interface Rule {
  readonly error: RegExp;
  readonly reason: TelegramRefusal;
}

/** The first rule that fits an error of Telegram, by its name. */
const RULES: readonly Rule[] = [
  { error: /^PHONE_NUMBER_INVALID$/, reason: 'phone_invalid' },
  { error: /^(?:PHONE_NUMBER_BANNED|USER_DEACTIVATED)/, reason: 'phone_banned' },
  { error: /^PHONE_NUMBER_UNOCCUPIED$/, reason: 'not_registered' },
  { error: /^API_ID_/, reason: 'api_invalid' },
  { error: /^PHONE_CODE_(?:INVALID|EMPTY)$/, reason: 'code_invalid' },
  // The session in which the code was asked for is over, and the code with it.
  { error: /^(?:PHONE_CODE_EXPIRED$|PHONE_CODE_HASH_|AUTH_KEY_|SESSION_)/, reason: 'code_expired' },
  { error: /^PASSWORD_HASH_INVALID$/, reason: 'password_invalid' },
  { error: /^(?:PHONE_NUMBER_FLOOD|PHONE_PASSWORD_FLOOD)$/, reason: 'flood' },
];
const OF_CONNECTION: Readonly<Partial<Record<UpstreamError['failure'], TelegramRefusal>>> = {
  proxy_failed: 'proxy_failed',
  account_refused: 'code_expired',
  limited: 'flood',
};

/** Why a step of signing in failed, for staff. */
export function signInRefusal(error: unknown): { readonly reason: TelegramRefusal; readonly seconds: number | null } {
  if (error instanceof errors.FloodWaitError) return { reason: 'flood', seconds: error.seconds };
  if (error instanceof UpstreamError) return { reason: OF_CONNECTION[error.failure] ?? 'unavailable', seconds: error.seconds ?? null };
  const name = errorName(error);
  const rule = name === undefined ? undefined : RULES.find((one) => one.error.test(name));
  return { reason: rule?.reason ?? 'unavailable', seconds: null };
}

/** Telegram has ended the session itself, or does not know its key. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof UpstreamError
    ? error.failure === 'account_refused'
    : /^(?:AUTH_KEY_|SESSION_|USER_DEACTIVATED)/.test(errorName(error) ?? '');
