import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ageOf, agesAt } from './ages.domain.ts';

const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

describe('ages of events', () => {
  it('are whole UTC days', () => {
    const now = new Date('2026-11-23T00:00:00.000Z');
    expect(['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-16', '2026-11-15', '2026-08-24'].map((day) => ageOf(day, now))).toEqual([
      'days_1',
      'days_1',
      'days_7',
      'days_7',
      'days_30',
      'older',
    ]);
    expect(agesAt(now).slice(0, 2)).toEqual([
      { age: 'days_1', start: '2026-11-22T00:00:00.000Z', end: null },
      { age: 'days_7', start: '2026-11-16T00:00:00.000Z', end: '2026-11-21T23:59:59.999999Z' },
    ]);
  });

  it('have bounds that hold exactly the moments of their days', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [found, now] = one < other ? [one, other] : [other, one];
        const at = found.toISOString();
        const within = agesAt(now).filter(
          ({ start, end }) => (start === null || at >= start) && (end === null || at.replace(/Z$/, '000Z') <= end),
        );
        expect(within.map(({ age }) => age)).toEqual([ageOf(at.slice(0, 10), now)]);
      }),
    );
  });
});
