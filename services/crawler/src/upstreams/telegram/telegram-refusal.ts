import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { errors } from 'telegram';
import { UpstreamError, type UpstreamFailure } from '../../accounts/upstream-error.ts';

interface Rule {
  readonly error: RegExp;
  readonly means: UpstreamFailure;
  readonly code?: LaunchErrorCode;
}

/** The first rule that fits an error of Telegram, by its name. */
const RULES: readonly Rule[] = [
  { error: /^(?:AUTH_KEY_|SESSION_(?:REVOKED|EXPIRED|PASSWORD_NEEDED))/, means: 'account_refused' },
  { error: /^(?:USER_DEACTIVATED|PHONE_NUMBER_BANNED|FROZEN_|API_ID_)/, means: 'account_refused' },
  { error: /^INVITE_HASH_EXPIRED/, means: 'out_of_reach', code: 'invite_expired' },
  { error: /^INVITE_/, means: 'out_of_reach', code: 'invite_invalid' },
  { error: /^USERNAME_/, means: 'query_refused', code: 'channel_not_found' },
  { error: /^(?:CHANNEL_|CHAT_FORBIDDEN|PEER_ID_INVALID)/, means: 'query_refused' },
  { error: /^(?:-503|Timeout|RPC_|INTERDC_|MEMBER_|PERSISTENT_TIMESTAMP_OUTDATED|HISTORY_GET_FAILED|NEED_)/i, means: 'unavailable' },
];
/** For a limit of the connection itself, which names no time. */
const TRANSPORT_FLOOD_SECONDS = 60;

/** The name of Telegram's error, such as USERNAME_NOT_OCCUPIED; undefined for another error. */
export const errorName = (error: unknown): string | undefined => (error instanceof errors.RPCError ? error.errorMessage : undefined);

/** The number of the last change is none of the channel's, as after Telegram has lost changes. */
export const isUnknownChange = (error: unknown): boolean => /^PERSISTENT_TIMESTAMP_(?:INVALID|EMPTY)/.test(errorName(error) ?? '');

/**
 * The failure that an error of the client stands for; a failure stays as it is.
 * @param resource what the request spent: a wait that Telegram asks for concerns it alone
 */
export function refusalOf(error: unknown, resource: string): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (error instanceof errors.FloodWaitError)
    return new UpstreamError('limited', { resource, seconds: Math.max(1, error.seconds), text: `wait for ${error.seconds} s` });
  const name = errorName(error);
  if (!(error instanceof errors.RPCError) || name === undefined) return new UpstreamError('unavailable', { text: 'the connection failed' });
  const rule = RULES.find((one) => one.error.test(name));
  const means = rule?.means ?? ((error.code ?? 0) >= 500 ? 'unavailable' : 'broken_answer');
  return new UpstreamError(means, { text: name.slice(0, 100), ...(rule?.code !== undefined && { code: rule.code }) });
}

/** An error of the transport: four bytes instead of an answer. */
export function transportRefusal(code: number): UpstreamError {
  if (code === -404) return new UpstreamError('account_refused', { text: 'AUTH_KEY_NOT_FOUND' });
  if (code === -429) return new UpstreamError('limited', { seconds: TRANSPORT_FLOOD_SECONDS, text: 'too many connections' });
  return new UpstreamError('unavailable', { text: `transport error ${code}` });
}
