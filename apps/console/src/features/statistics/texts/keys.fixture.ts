import { STATISTICS_TEMPLATES } from '@leakwatch/contracts';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'statistics.': [...STATISTICS_TEMPLATES],
  'statistics.note_': [...STATISTICS_TEMPLATES],
};
