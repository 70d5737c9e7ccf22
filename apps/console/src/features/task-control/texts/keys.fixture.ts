import { SEARCH_FIELDS } from '../use-control-filters.ts';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'taskControl.field.': SEARCH_FIELDS,
  'taskControl.search_': SEARCH_FIELDS,
  'taskControl.parts.': ['patterns', 'repositories', 'sources', 'channels'],
};
