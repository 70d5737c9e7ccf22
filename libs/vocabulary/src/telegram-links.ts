/**
 * The Telegram connection of an account (docs/behaviour/notifications.md). start: an invite link is open; authorization: a
 * chat used it and waits for the person's confirmation; active: messages are sent; ignore: the chat has blocked the bot, and
 * nothing is sent until it unblocks it; muted: staff ignore the account, and nothing is sent or connected until staff reset it.
 */
export const TELEGRAM_STATUSES = ['inactive', 'start', 'authorization', 'active', 'ignore', 'muted'] as const;
export type TelegramStatus = (typeof TELEGRAM_STATUSES)[number];

/**
 * What changes the status. In the console: invited (a new link), confirmed, disabled. In the chat: started (with the code),
 * stopped, blocked, unblocked. expired: the time was over, or the account's epoch rose, before the chat was confirmed. By staff: reset, muted, deleted.
 */
export const TELEGRAM_STEPS = [
  'invited',
  'started',
  'confirmed',
  'disabled',
  'stopped',
  'blocked',
  'unblocked',
  'expired',
  'reset',
  'muted',
  'deleted',
] as const;
export type TelegramStep = (typeof TELEGRAM_STEPS)[number];

/**
 * What staff do from every status. reset: chat and invitation are forgotten, and the person may connect a chat anew; muted: the chat is kept, and the
 * person can neither get messages nor connect another; deleted: as reset, and the connection is not listed any more.
 */
const BY_STAFF = { reset: 'inactive', muted: 'muted', deleted: 'inactive' } as const;

/**
 * The status after each step; a step that is not listed changes nothing. No step of a chat alone makes it active, and none of chat or person ends
 * what staff muted.
 */
export const TELEGRAM_TRANSITIONS: Readonly<Record<TelegramStatus, Readonly<Partial<Record<TelegramStep, TelegramStatus>>>>> = {
  inactive: { invited: 'start', ...BY_STAFF },
  start: { invited: 'start', started: 'authorization', disabled: 'inactive', expired: 'inactive', ...BY_STAFF },
  authorization: {
    invited: 'start',
    confirmed: 'active',
    disabled: 'inactive',
    stopped: 'inactive',
    blocked: 'inactive',
    expired: 'inactive',
    ...BY_STAFF,
  },
  active: { disabled: 'inactive', stopped: 'inactive', blocked: 'ignore', ...BY_STAFF },
  ignore: { disabled: 'inactive', stopped: 'inactive', unblocked: 'active', ...BY_STAFF },
  muted: { ...BY_STAFF },
};

/** The statuses that a step changes. */
export const telegramStatusesFor = (step: TelegramStep): TelegramStatus[] =>
  TELEGRAM_STATUSES.filter((status) => TELEGRAM_TRANSITIONS[status][step] !== undefined);

/** What staff do to a connection of an account. */
export const TELEGRAM_USER_ACTIONS = ['reset', 'ignore', 'delete'] as const;
export type TelegramUserAction = (typeof TELEGRAM_USER_ACTIONS)[number];
export const TELEGRAM_USER_STEPS = { reset: 'reset', ignore: 'muted', delete: 'deleted' } as const satisfies Record<
  TelegramUserAction,
  TelegramStep
>;

/** As staff see a connection: who ignores whom is said beside it (`ignored_by`). */
export const TELEGRAM_USER_STATUSES = ['start', 'authorization', 'active', 'inactive', 'ignore'] as const;
export type TelegramUserStatus = (typeof TELEGRAM_USER_STATUSES)[number];
