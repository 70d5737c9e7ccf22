import { TARIFF_TYPES } from '@leakwatch/vocabulary';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'organisations.type.': TARIFF_TYPES,
  'organisations.fault.': ['name_required', 'name_too_long', 'tariff_required', 'dates_order'],
};
