import { changeOrganisation, createOrganisation } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { changesOf, draftFaults, draftOf, endByTariff, newDraft, toBody } from './organisation-draft.ts';

const TARIFF = '00000009-0000-4000-8000-000000000001';
const OTHER = '00000009-0000-4000-8000-000000000002';
const GOOD = { ...newDraft(new Date('2026-05-10T12:00:00')), name: 'Acme', tariff: TARIFF };

test.each([
  [{}, {}],
  [{ name: '   ' }, { name: 'name_required' }],
  [{ name: 'x'.repeat(200) }, {}],
  [{ name: 'x'.repeat(201) }, { name: 'name_too_long' }],
  [{ tariff: '' }, { tariff: 'tariff_required' }],
  [{ startsAt: '' }, { starts_at: 'starts_required' }],
  [{ startsAt: '1990-01-01' }, { starts_at: 'date_out_of_range' }],
  [{ expiresAt: '2020-01-01' }, {}],
  [{ custom: true }, { expires_at: 'expires_required' }],
  [{ custom: true, expiresAt: '2026-05-10' }, { expires_at: 'dates_order' }],
  [{ custom: true, expiresAt: '2026-05-11' }, {}],
])('a draft with %j has the faults %j', (change, faults) => {
  expect(draftFaults({ ...GOOD, ...change })).toEqual(faults);
});

test('a draft without faults is a body that the contract accepts', () => {
  const body = toBody({ ...GOOD, name: ' Acme ', custom: true, startsAt: '2026-05-12', expiresAt: '2027-05-12' });
  expect(createOrganisation.body.safeParse(body)).toMatchObject({
    success: true,
    data: { name: 'Acme', starts_at: new Date('2026-05-12T00:00').toISOString(), custom_time_limitations: true },
  });
  expect(toBody({ ...GOOD, expiresAt: '2027-05-12' })).not.toHaveProperty('expires_at');
});

describe('a changed draft', () => {
  const stored = draftOf({
    id: OTHER,
    ...createOrganisation.body.parse(toBody(GOOD)),
    starts_at: '2026-05-10T09:30:00.000Z',
    expires_at: '2027-05-10T09:30:00.000Z',
    custom_time_limitations: false,
    version: 1,
  });

  test.each([
    [{}, {}],
    [{ name: 'Acme 2' }, { name: 'Acme 2' }],
    [
      { active: false, telegram: true },
      { active: false, is_telegram_notification_on: true },
    ],
    [{ tariff: OTHER }, { tariff: OTHER, tariff_type: 'all_inclusive' }],
    [{ custom: true }, { custom_time_limitations: true, expires_at: new Date('2027-05-10T00:00').toISOString() }],
    [{ startsAt: '2026-06-01' }, { starts_at: new Date('2026-06-01T00:00').toISOString() }],
  ])('by %j sends only %j', (change, sent) => {
    const body = changesOf({ ...stored, ...change }, stored);
    expect(body).toEqual(sent);
    expect(changeOrganisation.body.safeParse(body).success).toBe(true);
  });

  test('shows the end that the server will compute', () => {
    expect(endByTariff(stored, stored, 24)).toBe('2027-05-10');
    expect(endByTariff({ ...stored, startsAt: '2026-05-31' }, stored, 1)).toBe('2026-06-30');
    expect(endByTariff({ ...stored, tariff: OTHER }, stored, 24)).toBe('2028-05-10');
    expect(endByTariff(stored, { ...stored, custom: true }, 1)).toBe('2026-06-10');
    expect(endByTariff({ ...stored, startsAt: '' }, null, 1)).toBe('');
  });
});
