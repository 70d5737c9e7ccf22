/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'tasks.cannot_start.': ['unconfirmed', 'session'],
  'tasks.recipient.state.': ['waiting', 'expired', 'confirmed', 'stopped'],
  'tasks.recipient.hint.': ['waiting', 'expired', 'confirmed', 'stopped'],
  'tasks.archive.failing.': ['archive_store_away', 'archive_step_failed'],
};
