import { describe, expect, it } from '@jest/globals';
import { InvalidRequest } from '@leakwatch/platform';
import fc from 'fast-check';
import { changedPeriod, newPeriod, type Period } from './service-period.ts';

const NOW = new Date('2026-05-31T10:00:00Z');
const OF_TARIFF: Period = {
  starts_at: new Date('2026-01-31T00:00:00Z'),
  expires_at: new Date('2026-07-31T00:00:00Z'),
  custom_time_limitations: false,
};
const CUSTOM: Period = { ...OF_TARIFF, custom_time_limitations: true };

function faultsOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidRequest) return { code: error.code, fields: error.fields };
    throw error;
  }
  return undefined;
}

describe('a new organisation', () => {
  it('is served from now for the term of its tariff', () => {
    expect(newPeriod({}, 9, NOW)).toEqual({
      starts_at: NOW,
      expires_at: new Date('2027-02-28T10:00:00Z'),
      custom_time_limitations: false,
    });
  });

  it('is served until an end that was named, unless the term rules', () => {
    const expires_at = '2026-06-01T00:00:00Z';
    expect(newPeriod({ expires_at }, 9, NOW)).toMatchObject({ expires_at: new Date(expires_at), custom_time_limitations: true });
    expect(newPeriod({ expires_at, custom_time_limitations: false }, 1, NOW).expires_at).toEqual(new Date('2026-06-30T10:00:00Z'));
  });

  it.each([
    [{ custom_time_limitations: true }, { expires_at: 'expires_required' }],
    [{ expires_at: '2026-05-31T10:00:00Z' }, { expires_at: 'dates_order' }],
    [{ expires_at: '2200-01-02T00:00:00Z' }, { expires_at: 'date_out_of_range' }],
    [{ starts_at: '1999-12-31T00:00:00Z' }, { starts_at: 'date_out_of_range' }],
    [{ starts_at: '9999-12-31T00:00:00Z' }, { starts_at: 'date_out_of_range' }],
  ])('is refused with %j', (change, fields) => {
    expect(faultsOf(() => newPeriod(change, 12, NOW))).toEqual({ code: 'organisation_invalid', fields });
  });
});

describe('a change', () => {
  it.each<[string, Period, Parameters<typeof changedPeriod>[1], boolean, Partial<Period>]>([
    ['of other fields keeps the end, also when the term of the tariff changed', OF_TARIFF, {}, false, OF_TARIFF],
    ['of the tariff computes the end', OF_TARIFF, {}, true, { expires_at: new Date('2026-02-28T00:00:00Z') }],
    ['of the tariff keeps an end that was chosen', CUSTOM, {}, true, CUSTOM],
    [
      'of the start computes the end',
      OF_TARIFF,
      { starts_at: '2026-03-01T00:00:00Z' },
      false,
      { expires_at: new Date('2026-04-01T00:00:00Z') },
    ],
    ['of the start keeps an end that was chosen', CUSTOM, { starts_at: '2026-03-01T00:00:00Z' }, false, { expires_at: CUSTOM.expires_at }],
    ['of the end chooses it', OF_TARIFF, { expires_at: '2026-03-01T00:00:00Z' }, true, { custom_time_limitations: true }],
    [
      'back to the term computes the end',
      CUSTOM,
      { custom_time_limitations: false },
      false,
      { expires_at: new Date('2026-02-28T00:00:00Z') },
    ],
    ['to a chosen end without one keeps the end', OF_TARIFF, { custom_time_limitations: true }, false, CUSTOM],
  ])('%s', (_, before, change, otherTariff, after) => {
    expect(changedPeriod(before, change, 1, otherTariff)).toMatchObject(after);
  });

  it('is no more than the period', () => {
    expect(changedPeriod({ ...OF_TARIFF, ...{ name: 'the row' } }, {}, 1, false)).toEqual(OF_TARIFF);
  });

  it('of the start past an end that was chosen is refused', () => {
    const change = { starts_at: '2026-08-01T00:00:00Z' };
    expect(faultsOf(() => changedPeriod(CUSTOM, change, 1, false))).toEqual({
      code: 'organisation_invalid',
      fields: { expires_at: 'dates_order' },
    });
  });

  it('never leads to an end before the start, and repeating it changes nothing', () => {
    const text = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2210-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
    const changes = fc.record({ starts_at: text, expires_at: text, custom_time_limitations: fc.boolean() }, { requiredKeys: [] });
    fc.assert(
      fc.property(
        fc.constantFrom(OF_TARIFF, CUSTOM),
        changes,
        fc.integer({ min: 1, max: 1200 }),
        fc.boolean(),
        (before, change, months, other) => {
          if (faultsOf(() => changedPeriod(before, change, months, other)) !== undefined) return;
          const after = changedPeriod(before, change, months, other);
          expect(after.expires_at.getTime()).toBeGreaterThan(after.starts_at.getTime());
          expect(changedPeriod(after, change, months, other)).toEqual(after);
        },
      ),
    );
  });
});
