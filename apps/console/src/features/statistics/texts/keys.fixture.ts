import { STATISTICS_TEMPLATES } from '@leakwatch/contracts';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'statistics.': [...STATISTICS_TEMPLATES],
  'statistics.note_': [...STATISTICS_TEMPLATES],
};
