import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MatchingPool, type PatternSet } from '@leakwatch/matching';
import { AheadScreen } from './ahead-screen.ts';

const pool = new MatchingPool({ threads: 1 });
let set: PatternSet;
beforeAll(async () => {
  set = await pool.open('ahead', [{ id: 'a', kind: 'deep', text: 'word' }]);
});
afterAll(() => pool.close());

it('what was screened holds for a pass with these patterns or fewer, and is given up where the pass has another one', async () => {
  let signal: AbortSignal | undefined;
  const ahead = new AheadScreen(async (_, of) => {
    signal = of;
    return { set, patterns: ['a', 'b'] };
  }, new AbortController().signal);
  expect(await ahead.blobsFor(['a'])).toBeUndefined();
  ahead.begin({ objects: '/nowhere', packs: [], each: 20 }, 'mirror');
  await ahead.blobsFor(['b']);
  expect(signal?.aborted).toBe(false);
  expect(await ahead.blobsFor(['a', 'c'])).toBeUndefined();
  expect(signal?.aborted).toBe(true);
});
