import { expect, test } from '@jest/globals';
import { limitConcurrency } from './limit-concurrency.ts';

test('limits how many run at once, starts them in order, and continues after a failure', async () => {
  const limited = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const began: number[] = [];
  const work = (at: number) => async () => {
    began.push(at);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    if (at % 3 === 0) throw new Error('failed');
    return at;
  };
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => limited(work(at))));
  expect(most).toBe(2);
  expect(began).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(await limited(async () => 'free')).toBe('free');
});
