import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lastHours, lastMonth } from './last-periods.ts';

describe('the last day', () => {
  it('has 24 hours, the present one last', () => {
    const hours = lastHours(new Date('2026-11-02T13:59:59.999Z'));
    expect([hours.length, hours[0], hours.at(-1)]).toEqual([24, '2026-11-01T14:00Z', '2026-11-02T13:00Z']);
  });
});

describe('the last month', () => {
  it.each([
    ['2026-11-21T13:00:00Z', '2026-10-21', '2026-11-21'],
    ['2026-03-31T00:00:00Z', '2026-02-28', '2026-03-31'],
    ['2026-01-10T23:59:59Z', '2025-12-10', '2026-01-10'],
    ['2028-03-30T12:00:00Z', '2028-02-29', '2028-03-30'],
  ])('at %s begins on %s', (now, first, last) => {
    const days = lastMonth(new Date(now));
    expect([days[0], days.at(-1)]).toEqual([first, last]);
  });

  it('has each of its days once', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
        const days = lastMonth(now);
        expect(days.at(-1)).toBe(now.toISOString().slice(0, 10));
        expect(new Set(days).size).toBe(days.length);
        expect(days.length).toBeGreaterThanOrEqual(29);
        expect(days.length).toBeLessThanOrEqual(32);
      }),
    );
  });
});
