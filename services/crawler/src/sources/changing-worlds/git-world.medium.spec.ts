import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { gitHappenings, GitWorld } from './git-world.fixture.ts';
import { WORLDS_MS, worldRuns } from './happenings.fixture.ts';

let world: GitWorld;
beforeAll(async () => {
  world = await GitWorld.open();
});
afterAll(() => world.close());

// The same worlds each time: what differs is the order in which two launches get on.
test(
  'a git repository: whatever people, tasks, the remote and workers do, every leak is found for those who search for it and nobody else',
  async () => {
    await fc.assert(
      fc.asyncProperty(gitHappenings, async (list) => {
        expect(await world.live(list)).toEqual([]);
      }),
      worldRuns(3),
    );
  },
  WORLDS_MS,
);
