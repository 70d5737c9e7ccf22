import { expect, test } from '@jest/globals';
import { formatLabel, formatTick } from './chart-label.ts';

test('a day is a day, whatever the zone', () => {
  expect([formatLabel('2026-11-02'), formatTick('2026-11-02')]).toEqual(['02.11.2026', '02.11.2026']);
});

test('an hour is a time in the zone of the browser', () => {
  const at = new Date(2026, 10, 2, 16);
  const label = `${at.toISOString().slice(0, 16)}Z`;
  expect([formatLabel(label), formatTick(label)]).toEqual(['02.11.2026 16:00', '16:00']);
});
