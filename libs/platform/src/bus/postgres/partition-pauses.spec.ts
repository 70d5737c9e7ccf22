import { expect, it } from '@jest/globals';
import { PartitionPauses } from './partition-pauses.ts';

it('each partition that fails rests for a pause of its own, which grows until it succeeds', () => {
  const pauses = new PartitionPauses();
  expect(pauses.resting(0)).toEqual([]);
  expect(pauses.next(0)).toBe(Infinity);
  pauses.failed(3, 0);
  pauses.failed(5, 100);
  expect(pauses.resting(199)).toEqual([3, 5]);
  expect(pauses.next(150)).toBe(50);
  expect(pauses.resting(200)).toEqual([5]);
  pauses.failed(3, 200);
  expect(pauses.resting(599)).toEqual([3]);
  expect(pauses.resting(600)).toEqual([]);
  expect(pauses.next(700)).toBe(0);
  pauses.succeeded(3);
  pauses.forgetRested(700);
  expect(pauses.next(700)).toBe(Infinity);
  pauses.failed(3, 1000);
  expect(pauses.next(1000)).toBe(200);
});
