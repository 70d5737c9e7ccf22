import { expect, it } from '@jest/globals';
import { timeLeft } from './time-left.ts';

it.each([
  [0, { days: 0, time: '00:00:00' }],
  [-5000, { days: 0, time: '00:00:00' }],
  [1, { days: 0, time: '00:00:01' }],
  [61_000, { days: 0, time: '00:01:01' }],
  [86_399_000, { days: 0, time: '23:59:59' }],
  [86_400_000, { days: 1, time: '00:00:00' }],
  [3 * 86_400_000 + 3_600_000, { days: 3, time: '01:00:00' }],
])('%d ms', (ms, expected) => {
  expect(timeLeft(1_000_000 + ms, 1_000_000)).toEqual(expected);
});
