import { SOURCE_CONDITIONS } from '@leakwatch/contracts';
import { EVENT_AGES } from '@leakwatch/vocabulary';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'overview.age.': EVENT_AGES.map(({ age }) => age),
  'overview.condition.': SOURCE_CONDITIONS,
  'overview.column.': ['task', 'source', 'condition', 'read', 'answer', 'full', 'next'],
  'overview.time.': ['days', 'hours', 'minutes'],
};
