import { SIMILAR_REASONS, VIEW_FAULTS } from '@leakwatch/contracts';
import { RECHECK_ANSWERS } from '@leakwatch/vocabulary';
import { FACETS, ROW_CHOICES, SEARCHES } from '../filters/event-filters.ts';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'events.filters.facets.': FACETS,
  'eventTools.text.': ['spreadsheet', 'original'],
  ...Object.fromEntries(['previous_', 'next_', 'no_', 'at_'].map((part) => [`eventTools.text.${part}`, ['match', 'hit']])),
  'events.similar.': SIMILAR_REASONS,
  'eventTools.search.': [
    ...SEARCHES,
    'words',
    'word_empty',
    'word_once',
    'too_many_values',
    'value_long',
    'quote_open',
    'search_short',
    'search_long',
    'search_id',
  ],
  'eventTools.recheck.answer.': RECHECK_ANSWERS,
  'eventTools.recheck.hint.': RECHECK_ANSWERS,
  'events.sort.': ['created', 'severity'],
  'events.rows.': ROW_CHOICES,
  'eventTools.views.fault.': VIEW_FAULTS,
  'events.assign.skip.': ['not_found', 'unchanged', 'not_allowed', 'not_member', 'reason_unsuitable'],
  'events.comments.skip.': ['not_found', 'not_allowed', 'comments_limit_reached'],
  'eventPage.activity.by.': ['system', 'rule', 'staff'],
};
