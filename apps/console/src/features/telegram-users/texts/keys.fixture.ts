import { TELEGRAM_USER_ACTIONS, TELEGRAM_USER_STATUSES } from '@leakwatch/vocabulary';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'telegramUsers.status.': TELEGRAM_USER_STATUSES,
  'telegramUsers.ignored_by.': ['chat', 'staff'],
  'telegramUsers.action.': TELEGRAM_USER_ACTIONS,
  'telegramUsers.done.': TELEGRAM_USER_ACTIONS,
  'telegramUsers.not_done.': TELEGRAM_USER_ACTIONS,
  'telegramUsers.ask.': TELEGRAM_USER_ACTIONS.flatMap((action) => [`${action}.title`, `${action}.text`]),
};
