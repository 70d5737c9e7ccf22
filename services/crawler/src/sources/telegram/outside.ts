import { UpstreamError } from '../../accounts/upstream-error.ts';
import { errorName } from '../../upstreams/telegram/telegram-refusal.ts';

/** The account has not joined the channel, was removed from it, or may not see it; or the channel is gone. */
const REMOVED = /^(?:CHANNEL_PRIVATE|CHANNEL_INVALID|USER_BANNED_IN_CHANNEL|CHAT_FORBIDDEN|CHAT_ID_INVALID|PEER_ID_INVALID)/;
/** An invitation that has expired. Telegram says the same to those who were thrown out of the channel. */
const EXPIRED = /^INVITE_HASH_EXPIRED/;

/** The account does not reach the channel; another one may. */
export class NoMember extends Error {
  constructor(readonly isExpired = false) {
    super();
  }
}

export const isRemoved = (error: unknown): boolean => REMOVED.test(errorName(error) ?? '');

export const isExpired = (error: unknown): boolean => error instanceof NoMember && error.isExpired;

export function nullIfRemoved(error: unknown): null {
  if (isRemoved(error)) return null;
  throw error;
}

/** @throws NoMember */
export function noMemberIfExpired(error: unknown): never {
  if (EXPIRED.test(errorName(error) ?? '')) throw new NoMember(true);
  throw error;
}

/** A name that leads nowhere is no way to a channel that is known: accounts that know it need none. @throws NoMember */
export function noMemberIfNameless(error: unknown): never {
  if (/^USERNAME_/.test(errorName(error) ?? '')) throw new NoMember();
  throw error;
}

/** What concerns the account alone is over when another one comes. */
export const unavailableIfOutside = (error: unknown): unknown =>
  isRemoved(error) || EXPIRED.test(errorName(error) ?? '')
    ? new UpstreamError('unavailable', { text: 'the account does not reach the channel' })
    : error;
