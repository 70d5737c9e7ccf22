/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'tasks.recipient.state.': ['waiting', 'expired', 'confirmed', 'stopped'],
  'tasks.recipient.hint.': ['waiting', 'expired', 'confirmed', 'stopped'],
  'tasks.archive.failing.': ['archive_store_away', 'archive_step_failed'],
};
