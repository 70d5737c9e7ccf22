import { expect, test } from '@jest/globals';
import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { checkTariff, TARIFF_NUMBER_MAX, TARIFF_NUMBERS, type TariffForm } from './tariff-form.ts';

const numbers = { task_limit: '1', pattern_limit: ' 100 ', patterns_per_task_limit: '50', time_limit_total_months: '12' };
const GOOD: TariffForm = { type: 'all_inclusive', name: 'Pilot', numbers };

test.each([
  [{}, {}],
  [{ name: ' \t' }, { name: 'name_required' }],
  [{ name: '\u200b\u202e' }, { name: 'name_required' }],
  [{ name: ` ${'x'.repeat(200)} ` }, {}],
  [{ name: 'x'.repeat(201) }, { name: 'name_too_long' }],
  [{ numbers: { ...numbers, task_limit: '' } }, { task_limit: 'number_required' }],
  [{ numbers: { ...numbers, task_limit: '0' } }, { task_limit: 'number_malformed' }],
  [{ numbers: { ...numbers, task_limit: '-1' } }, { task_limit: 'number_malformed' }],
  [{ numbers: { ...numbers, task_limit: '1.5' } }, { task_limit: 'number_malformed' }],
  [{ numbers: { ...numbers, task_limit: '1e3' } }, { task_limit: 'number_malformed' }],
  [{ numbers: { ...numbers, time_limit_total_months: '1200' } }, {}],
  [{ numbers: { ...numbers, time_limit_total_months: '1201' } }, { time_limit_total_months: 'number_too_large' }],
  [{ type: 'count_launch' as const }, { launch_limit: 'number_required', time_limit_per_launch: 'number_required' }],
])('a form with %j has the faults %j', (change, faults) => {
  expect(checkTariff({ ...GOOD, ...change })).toEqual(faults);
});

test('exactly the whole numbers from 1 to the largest of their field are accepted', () => {
  const type = fc.constantFrom(...TARIFF_TYPES);
  const number = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.integer({ min: 1195, max: 3655 }),
    fc.integer({ min: 999_999_995, max: 1_000_000_005 }),
  );
  fc.assert(
    fc.property(type, number, (of, value) => {
      const typed = Object.fromEntries(TARIFF_NUMBERS[of].map((field) => [field, String(value)]));
      const faulty = Object.keys(checkTariff({ type: of, name: 'n', numbers: typed }));
      expect(faulty).toEqual(TARIFF_NUMBERS[of].filter((field) => value < 1 || value > TARIFF_NUMBER_MAX[field]));
    }),
  );
});
