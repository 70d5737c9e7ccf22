import { describe, expect, test } from '@jest/globals';
import { defaultRange, rangeFault, rangeQuery, readRange } from './chart-range.ts';

describe('the range of a chart', () => {
  test.each([
    [new Date(2026, 10, 21, 13), '2026-10-21', '2026-11-21'],
    [new Date(2026, 2, 31, 0, 5), '2026-02-28', '2026-03-31'],
    [new Date(2026, 0, 10, 23, 59), '2025-12-10', '2026-01-10'],
  ])('is the last month at %s', (now, from, to) => {
    expect(defaultRange(now)).toEqual({ from, to });
  });

  test('is read from the URL, where it names days that exist', () => {
    const now = new Date(2026, 10, 21);
    expect(readRange(new URLSearchParams('from=2026-02-28&to=2026-03-01'), now)).toEqual({ from: '2026-02-28', to: '2026-03-01' });
    expect(readRange(new URLSearchParams('from=2026-02-30&to=x'), now)).toEqual({ from: '2026-10-21', to: '2026-11-21' });
  });

  test.each([
    ['2026-02-02', '2026-02-01', 'order'],
    ['2026-02-01', '2026-02-01', null],
    ['2026-01-01', '2026-12-31', null],
    ['2026-01-01', '2027-01-02', 'too_long'],
  ])('%s to %s: %s', (from, to, fault) => {
    expect(rangeFault({ from, to })).toBe(fault);
  });

  test('is asked from the first second to the last, in local time', () => {
    expect(rangeQuery({ from: '2026-02-01', to: '2026-02-03' })).toEqual({
      start: new Date(2026, 1, 1, 0, 0, 0).toISOString(),
      end: new Date(2026, 1, 3, 23, 59, 59).toISOString(),
    });
  });
});
