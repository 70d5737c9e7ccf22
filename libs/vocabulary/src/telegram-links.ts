/**
 * The Telegram connection of an account (docs/behaviour/notifications.md). start: an invite link is open; authorization: a
 * chat used it and waits for the person's confirmation; active: messages are sent; ignore: the chat has blocked the bot, and
 * nothing is sent until it unblocks it.
 */
export const TELEGRAM_STATUSES = ['inactive', 'start', 'authorization', 'active', 'ignore'] as const;
export type TelegramStatus = (typeof TELEGRAM_STATUSES)[number];

/**
 * What changes the status. In the console: invited (a new link), confirmed, disabled. In the chat: started (with the code),
 * stopped, blocked, unblocked. expired: the time was over, or the account's epoch rose, before the chat was confirmed.
 */
export const TELEGRAM_STEPS = ['invited', 'started', 'confirmed', 'disabled', 'stopped', 'blocked', 'unblocked', 'expired'] as const;
export type TelegramStep = (typeof TELEGRAM_STEPS)[number];

/** The status after each step; a step that is not listed changes nothing. No step of a chat alone makes it active. */
export const TELEGRAM_TRANSITIONS: Readonly<Record<TelegramStatus, Readonly<Partial<Record<TelegramStep, TelegramStatus>>>>> = {
  inactive: { invited: 'start' },
  start: { invited: 'start', started: 'authorization', disabled: 'inactive', expired: 'inactive' },
  authorization: {
    invited: 'start',
    confirmed: 'active',
    disabled: 'inactive',
    stopped: 'inactive',
    blocked: 'inactive',
    expired: 'inactive',
  },
  active: { disabled: 'inactive', stopped: 'inactive', blocked: 'ignore' },
  ignore: { disabled: 'inactive', stopped: 'inactive', unblocked: 'active' },
};

/** The statuses that a step changes. */
export const telegramStatusesFor = (step: TelegramStep): TelegramStatus[] =>
  TELEGRAM_STATUSES.filter((status) => TELEGRAM_TRANSITIONS[status][step] !== undefined);
