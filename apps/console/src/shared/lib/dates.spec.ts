import { expect, test } from '@jest/globals';
import { dayBefore, describeZone, formatDateTime, formatLater, formatRelative, formatWait, parseDateTime } from './dates.ts';

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

test.each([
  ['07.03.2026', '07.03.2026 00:00:00', '07.03.2026 23:59:59'],
  ['7.3.2026', '07.03.2026 00:00:00', '07.03.2026 23:59:59'],
  [' 29.02.2028 04:05 ', '29.02.2028 04:05:00', '29.02.2028 04:05:59'],
  ['07.03.2026 04:05:06', '07.03.2026 04:05:06', '07.03.2026 04:05:06'],
])('%j is read as the first and as the last moment that it names', (typed, first, last) => {
  const read = (end: boolean) => formatDateTime(parseDateTime(typed, { last: end }) ?? new Date(Number.NaN));
  expect([read(false), read(true)]).toEqual([first, last]);
});

test.each([
  '',
  '2026-03-07',
  '03/07/2026',
  '31.02.2026',
  '29.02.2026',
  '00.01.2026',
  '01.13.2026',
  '07.03.2026 25:00',
  '07.03.2026 10:60',
  'x',
])('%j is no date', (typed) => {
  expect([parseDateTime(typed, { last: false }), parseDateTime(typed, { last: true })]).toEqual([null, null]);
});

test('a day lasts from midnight to its last millisecond, over the end of a month', () => {
  const { from, to } = dayBefore(new Date(2026, 2, 1, 15), 1);
  expect([formatDateTime(from), formatDateTime(to), to.getMilliseconds()]).toEqual(['28.02.2026 00:00:00', '28.02.2026 23:59:59', 999]);
});

test.each([
  [0, 'en', 'in 1 minute'],
  [61, 'en', 'in 2 minutes'],
  [600, 'ru', 'через 10 минут'],
  [3600, 'ru', 'через 60 минут'],
  [7201, 'en', 'in 3 hours'],
  [86_400, 'ru', 'через 24 часа'],
])('a wait of %i s is said in %s as %j', (seconds, locale, expected) => {
  expect(formatWait(seconds, locale)).toBe(expected);
});
