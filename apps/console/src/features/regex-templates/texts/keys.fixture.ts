import { DETECTOR_KINDS } from '@leakwatch/vocabulary';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'regexTemplates.kinds.': DETECTOR_KINDS,
  'regexTemplates.cost.': ['low', 'medium', 'high'],
};
