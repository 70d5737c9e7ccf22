import { expect, test } from '@jest/globals';
import { limitConcurrency } from './limit-concurrency.ts';

test('no more than so many run at once, in the order in which they came, and a failure gives its turn away', async () => {
  const inTurn = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const began: number[] = [];
  const work = (at: number) => async () => {
    began.push(at);
    running += 1;
    most = Math.max(most, running);
    await new Promise((go) => setTimeout(go, 1));
    running -= 1;
    if (at % 3 === 0) throw new Error('failed');
    return at;
  };
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => inTurn(work(at))));
  expect(most).toBe(2);
  expect(began).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(await inTurn(async () => 'free')).toBe('free');
});
