import { describe, expect, test } from '@jest/globals';
import { formatNumber } from './numbers.ts';

describe('numbers', () => {
  test.each([
    ['ru', 999, '999'],
    ['ru', 1000, '1\u00a0000'],
    ['ru', 1234567, '1\u00a0234\u00a0567'],
    ['ru', 1234.5, '1\u00a0234,5'],
    ['en', 1000, '1,000'],
    ['en', 1234567, '1,234,567'],
  ])('%s: %d', (locale, value, text) => {
    expect(formatNumber(value, locale)).toBe(text);
  });
});
