import { createOrganisation } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { draftFaults, NEW_ORGANISATION, toBody } from './organisation-draft.ts';

const TARIFF = '00000009-0000-4000-8000-000000000001';
const GOOD = { ...NEW_ORGANISATION, name: 'Acme', tariff: TARIFF };
const NOW = new Date('2026-05-10T12:00:00');

test.each([
  [{}, {}],
  [{ name: '   ' }, { name: 'name_required' }],
  [{ name: 'x'.repeat(200) }, {}],
  [{ name: 'x'.repeat(201) }, { name: 'name_too_long' }],
  [{ tariff: '' }, { tariff: 'tariff_required' }],
  [{ expiresAt: '2026-05-10' }, { expires_at: 'dates_order' }],
  [{ startsAt: '2026-05-12', expiresAt: '2026-05-12' }, { expires_at: 'dates_order' }],
  [{ startsAt: '2026-05-12', expiresAt: '2026-05-13' }, {}],
])('a draft with %j has the faults %j', (change, faults) => {
  expect(draftFaults({ ...GOOD, ...change }, NOW)).toEqual(faults);
});

test('a draft without faults is a body that the contract accepts', () => {
  const body = toBody({ ...GOOD, name: ' Acme ', startsAt: '2026-05-12', expiresAt: '2027-05-12' });
  expect(createOrganisation.body.safeParse(body)).toMatchObject({
    success: true,
    data: { name: 'Acme', starts_at: new Date('2026-05-12T00:00').toISOString() },
  });
});
