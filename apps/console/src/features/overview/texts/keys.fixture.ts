import { SOURCE_CONDITIONS } from '@leakwatch/contracts';
import { EVENT_AGES } from '@leakwatch/vocabulary';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'overview.age.': EVENT_AGES.map(({ age }) => age),
  'overview.condition.': SOURCE_CONDITIONS,
  'overview.column.': ['task', 'source', 'condition', 'read', 'answer', 'full', 'next'],
  'overview.time.': ['days', 'hours', 'minutes'],
};
