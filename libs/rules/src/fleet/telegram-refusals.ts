/** Words of Telegram that refuse an account, by what staff can do. */
const ENDED = /^(?:AUTH_KEY_|SESSION_)/;
const BANNED = /^(?:USER_DEACTIVATED|PHONE_NUMBER_BANNED|FROZEN_)/;
/** With a deleted or banned user its sessions are over too; a frozen one keeps them. */
const WITHOUT_SESSION = /^(?:AUTH_KEY_|SESSION_|USER_DEACTIVATED)/;

/** ended: the account signs in again; banned: another account is needed. */
export const telegramRefusalKind = (word: string): 'ended' | 'banned' | 'other' =>
  ENDED.test(word) ? 'ended' : BANNED.test(word) ? 'banned' : 'other';

/** Whether a session that is refused with this word is over: nothing but a new sign-in can help. */
export const endsTelegramSession = (word: string): boolean => WITHOUT_SESSION.test(word);
