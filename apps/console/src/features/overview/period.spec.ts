import { expect, test } from '@jest/globals';
import { eventsHref } from './events-href.ts';
import { inUnits, readDays } from './period.ts';

test.each([
  [0, 'minutes', 0],
  [30, 'minutes', 1],
  [119 * 60, 'minutes', 119],
  [2 * 3600, 'hours', 2],
  [47 * 3600, 'hours', 47],
  [48 * 3600, 'days', 2],
  [60 * 86_400, 'days', 60],
])('%d seconds are shown in %s: %d', (seconds, unit, count) => {
  expect(inUnits(seconds)).toEqual({ unit, count });
});

test('the period is one of the offered ones', () => {
  expect(['days=90', 'days=8', ''].map((query) => readDays(new URLSearchParams(query)))).toEqual([90, 30, 30]);
});

test('a link to the list leaves out what is not set, and the usual status', () => {
  expect(eventsHref(null, { status: 'open', author: null })).toBe('/');
  expect(eventsHref('o', { status: 'fixed', author: 'a b&c' })).toBe('/?status=fixed&author=a+b%26c&org=o');
});
