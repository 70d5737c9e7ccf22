import { afterAll, afterEach, expect, it, jest } from '@jest/globals';
import { DocumentBatch, MatchingPool, type OwnedPattern, type PatternSet } from '@leakwatch/matching';
import { createLogger } from '@leakwatch/platform';
import { PatternSets } from './pattern-sets.ts';

const pool = new MatchingPool({ threads: 2 });
afterAll(() => pool.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const logger = createLogger('crawler', 'silent');
const patterns = (...ids: readonly string[]): OwnedPattern[] => ids.map((id) => ({ id, kind: 'deep', text: id }));

async function found(set: PatternSet, text: string) {
  const batch = new DocumentBatch();
  batch.add(Buffer.from(text), []);
  const [result] = await set.examine(batch);
  return result?.outcome === 'examined' ? result.matches.map(({ patternId }) => patternId) : result?.outcome;
}

it('equal sets are compiled once while somebody uses them, each user in turns of its own', async () => {
  const opened = jest.spyOn(pool, 'open');
  const sets = new PatternSets(pool, logger);
  const [one, other] = [await sets.hold({}, patterns('lantern', 'dolphin')), await sets.hold({}, patterns('lantern', 'dolphin'))];
  const third = await sets.hold({}, patterns('lantern', 'otter'));
  expect(opened).toHaveBeenCalledTimes(2);
  one.release();
  one.release();
  expect(await found(other.set, 'a dolphin')).toEqual(['dolphin']);
  expect(await found(third.set, 'a dolphin')).toEqual([]);
  sets.onModuleDestroy();
});

it('a set is closed some seconds after its last user has released it, and opened anew then', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  try {
    const opened = jest.spyOn(pool, 'open');
    const sets = new PatternSets(pool, logger);
    const { set, release } = await sets.hold({}, patterns('lantern'));
    expect(set.lanes).toBe(2);
    release();
    (await sets.hold({}, patterns('lantern'))).release();
    expect(opened).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(60_000);
    (await sets.hold({}, patterns('lantern'))).release();
    expect(opened).toHaveBeenCalledTimes(2);
    sets.onModuleDestroy();
  } finally {
    jest.useRealTimers();
  }
});

it('a set that could not be compiled is tried again by the next one who needs it', async () => {
  const sets = new PatternSets(pool, logger);
  jest.spyOn(pool, 'open').mockRejectedValueOnce(new Error('no thread'));
  await expect(sets.hold({}, patterns('lantern'))).rejects.toThrow('no thread');
  const { set } = await sets.hold({}, patterns('lantern'));
  expect(await found(set, 'a lantern')).toEqual(['lantern']);
  sets.onModuleDestroy();
});
