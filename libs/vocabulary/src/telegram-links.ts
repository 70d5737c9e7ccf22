/**
 * How far the Telegram notifications of an account are (spec/1-console section 4, 'Messenger notification').
 * start: an invite link is open; authorization: a chat used it and waits for the person's word; active: messages go there;
 * ignore: the chat has blocked the bot, so nothing is sent until it lets it in again.
 */
export const TELEGRAM_STATUSES = ['inactive', 'start', 'authorization', 'active', 'ignore'] as const;
export type TelegramStatus = (typeof TELEGRAM_STATUSES)[number];

/**
 * What happens to it. In the console: invited (a new link), confirmed, disabled. In the chat: started (with the code),
 * stopped, blocked, unblocked. expired: too late, or the account's epoch went on before the chat was confirmed.
 */
export const TELEGRAM_STEPS = ['invited', 'started', 'confirmed', 'disabled', 'stopped', 'blocked', 'unblocked', 'expired'] as const;
export type TelegramStep = (typeof TELEGRAM_STEPS)[number];

/** Where each step leads; a step that is not named changes nothing. A chat never becomes active by its own doing. */
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

/** The statuses in which a step does something. */
export const telegramStatusesFor = (step: TelegramStep): TelegramStatus[] =>
  TELEGRAM_STATUSES.filter((status) => TELEGRAM_TRANSITIONS[status][step] !== undefined);
