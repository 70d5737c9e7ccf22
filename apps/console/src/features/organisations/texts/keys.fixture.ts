import { ORGANISATION_FAULTS } from '@leakwatch/rules';
import { DELETION_PARTS, DELETION_STATES, STORAGE_LEVELS, STORAGE_PARTS, TARIFF_TYPES } from '@leakwatch/vocabulary';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'organisations.type.': TARIFF_TYPES,
  'organisations.only.': ['active', 'trusted'],
  'organisations.fault.': ORGANISATION_FAULTS,
  'organisations.storage.part.': STORAGE_PARTS,
  'organisations.storage.level.': STORAGE_LEVELS,
  'organisations.coverage.gap.': ['parts_failed', 'unread', 'unchecked', 'capped', 'incomplete', 'silent', 'tasks_not_searched'],
  'organisations.deleted.part.': DELETION_PARTS,
  'organisations.deleted.state.': DELETION_STATES,
  'organisations.notify.': ['title_required', 'message_required'],
};
