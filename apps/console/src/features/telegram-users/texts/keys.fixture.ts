import { TELEGRAM_USER_ACTIONS, TELEGRAM_USER_STATUSES } from '@leakwatch/vocabulary';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'telegramUsers.status.': TELEGRAM_USER_STATUSES,
  'telegramUsers.ignored_by.': ['chat', 'staff'],
  'telegramUsers.action.': TELEGRAM_USER_ACTIONS,
  'telegramUsers.done.': TELEGRAM_USER_ACTIONS,
  'telegramUsers.not_done.': TELEGRAM_USER_ACTIONS,
  'telegramUsers.ask.': TELEGRAM_USER_ACTIONS.flatMap((action) => [`${action}.title`, `${action}.text`]),
};
