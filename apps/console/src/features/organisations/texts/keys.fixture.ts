import { ORGANISATION_FAULTS } from '@leakwatch/rules';
import { TARIFF_TYPES } from '@leakwatch/vocabulary';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'organisations.type.': TARIFF_TYPES,
  'organisations.only.': ['active', 'trusted'],
  'organisations.fault.': ORGANISATION_FAULTS,
};
