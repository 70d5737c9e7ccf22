import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { UnitStage } from '../../units/testing/unit-stage.fixture.ts';
import { gistWorld } from './gist-world.fixture.ts';
import { githubWorld } from './github-world.fixture.ts';
import { gitlabWorld } from './gitlab-world.fixture.ts';
import { googleWorld } from './google-world.fixture.ts';
import { pastebinWorld } from './pastebin-world.fixture.ts';
import { happenings, WORLDS_MS, WORLDS_SEED, worldRuns } from './happenings.fixture.ts';
import { telegramWorld } from './telegram-world.fixture.ts';
import { telegramMembersWorld } from './telegram-members-world.fixture.ts';
import { live, type World } from './world.fixture.ts';

let stage: UnitStage;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

// The same worlds each time (of Pastebin with pastes that are cut): what differs is the order in which requests at once are answered.
test.each<[string, () => Promise<World>, number, number?]>([
  ['gist', gistWorld, 2],
  ['Pastebin', pastebinWorld, 4, 1001],
  ['Google documents', googleWorld, 2],
  ['GitHub by code', () => githubWorld('by_code'), 2],
  ['GitHub by repository', () => githubWorld('by_repository'), 2],
  ['GitLab with code search', () => gitlabWorld('paid', 'by_code'), 1],
  ['GitLab with a free account', () => gitlabWorld('free', 'by_code'), 1],
  ['GitLab by repository', () => gitlabWorld('paid', 'by_repository'), 2],
  ['Telegram', telegramWorld, 2],
  ['private channel of Telegram', () => telegramMembersWorld('private channel'), 2],
  ['closed channel of Telegram', () => telegramMembersWorld('closed channel'), 2],
  ['small group of Telegram', () => telegramMembersWorld('small group'), 2],
  ['upgraded group of Telegram', () => telegramMembersWorld('group that was upgraded'), 2],
])(
  '%s: whatever people, tasks, the upstream and workers do, every leak is found for those who search for it and nobody else',
  async (_, open, numRuns, seed = WORLDS_SEED) => {
    const sample = await open();
    await sample.close();
    await fc.assert(
      fc.asyncProperty(happenings(sample.acts), async (list) => {
        const world = await open();
        try {
          expect(await live(stage, world, list)).toEqual([]);
        } finally {
          await world.close();
        }
      }),
      worldRuns(numRuns, seed),
    );
  },
  WORLDS_MS,
);
