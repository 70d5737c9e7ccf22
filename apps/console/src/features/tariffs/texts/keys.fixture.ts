import { TARIFF_FAULTS, TARIFF_NUMBERS } from '@leakwatch/rules';
import { TARIFF_TYPES } from '@leakwatch/vocabulary';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'tariffs.type.': TARIFF_TYPES,
  'tariffs.lead.': TARIFF_TYPES,
  'tariffs.create_in.': TARIFF_TYPES,
  'tariffs.create_title.': TARIFF_TYPES,
  'tariffs.change_title.': TARIFF_TYPES,
  'tariffs.column.': TARIFF_NUMBERS.count_launch,
  'tariffs.field.': TARIFF_NUMBERS.count_launch,
  'tariffs.fault.': TARIFF_FAULTS,
};
