import { SEARCH_FIELDS } from '../use-control-filters.ts';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'taskControl.field.': SEARCH_FIELDS,
  'taskControl.search_': SEARCH_FIELDS,
  'taskControl.parts.': ['patterns', 'repositories', 'sources', 'channels'],
};
