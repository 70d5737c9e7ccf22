import { expect, test } from '@jest/globals';
import { describeZone, formatDateTime, formatLater, formatRelative } from './dates.ts';

const date = new Date(2026, 2, 7, 4, 5, 6);

test('dates are DD.MM.YYYY HH:mm:ss in the local zone', () => {
  expect(formatDateTime(date)).toBe('07.03.2026 04:05:06');
  expect(describeZone(date)).toMatch(/, UTC[+-]\d\d:\d\d$/);
});

test.each([
  [10, 'en', 'now'],
  [120, 'en', '2 minutes ago'],
  [7200, 'ru', '2 часа назад'],
  [86_400, 'en', 'yesterday'],
])('%i seconds ago in %s is %p', (seconds, locale, expected) => {
  expect(formatRelative(new Date(date.getTime() - seconds * 1000), date, locale)).toBe(expected);
});

test.each([
  [3600, 'ru', 'через 1 час'],
  [60, 'ru', 'через 1 минуту'],
  [5400, 'en', 'in 90 minutes'],
  [86_400, 'en', 'in 1 day'],
  [1, 'en', 'in 1 second'],
])('%i seconds later in %s is %p', (seconds, locale, expected) => {
  expect(formatLater(seconds, locale)).toBe(expected);
});
