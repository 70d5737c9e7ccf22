import { DETECTOR_KINDS } from '@leakwatch/vocabulary';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'regexTemplates.kinds.': DETECTOR_KINDS,
  'regexTemplates.cost.': ['low', 'medium', 'high'],
};
