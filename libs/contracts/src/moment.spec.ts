import { describe, expect, test } from '@jest/globals';
import { moment } from './moment.ts';

describe('a moment in a request', () => {
  test.each(['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.123+14:00', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    '%s is one',
    (text) => {
      expect(moment.safeParse(text).success).toBe(true);
    },
  );

  test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00', '2026-11-01T00:00:00+23:00', 'yesterday'])(
    '%s is none',
    (text) => {
      expect(moment.safeParse(text).success).toBe(false);
    },
  );

  test('what is no time at all is not out of range', () => {
    const faults = (text: string) => moment.safeParse(text).error?.issues.map(({ code, message }) => (code === 'custom' ? message : code));
    expect(faults('yesterday')).toEqual(['invalid_format']);
    expect(faults('2026-11-01T00:00:00+23:00')).toEqual(['moment_out_of_range']);
  });
});
