import { afterAll, expect, it } from '@jest/globals';
import { MatchingPool, type OwnedPattern, type PatternSet } from '@leakwatch/matching';
import { PassSets } from './pass-sets.ts';

const pool = new MatchingPool({ threads: 1 });
afterAll(() => pool.close());

const pattern = (id: string): OwnedPattern => ({ id, kind: 'deep', text: `word ${id}` });

it('a launch compiles what it shares with others once for all repositories that it shares with them', async () => {
  const own = [pattern('a'), pattern('b')];
  const ownSet = await pool.open('own', own);
  const opened: string[] = [];
  const counting: Pick<MatchingPool, 'open'> = {
    open: (owner, patterns): Promise<PatternSet> => {
      opened.push(patterns.map(({ id }) => id).join());
      return pool.open(owner, patterns);
    },
  };
  const sets = new PassSets(counting, 'launch', { set: ownSet, patterns: new Map(own.map((one) => [one.id, one])) });
  const { signal } = new AbortController();
  expect(await sets.of(own, signal)).toBe(ownSet);
  expect(opened).toEqual([]);
  const shared = await sets.of([...own, pattern('c')], signal);
  expect(shared).not.toBe(ownSet);
  expect(await sets.of(own, signal)).toBe(ownSet);
  expect(await sets.of([...own, pattern('c')], signal)).toBe(shared);
  expect(await sets.of([...own, pattern('d')], signal)).not.toBe(shared);
  expect(opened).toEqual(['a,b,c', 'a,b,d']);
  sets.close();
});
