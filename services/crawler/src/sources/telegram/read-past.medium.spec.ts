import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { LeaseLost, releaseUnit } from '../../units/unit.store.ts';
import { NAME, post, posts, TelegramStage } from './telegram-stage.fixture.ts';

const MESSAGES = 1_500;
const LEAK_EVERY = 50;
let units: UnitStage;
let telegram: TelegramStage;
beforeAll(async () => {
  units = await UnitStage.open();
  telegram = await TelegramStage.open(posts(MESSAGES).map((one) => (one.id % LEAK_EVERY === 0 ? post(one.id, 'a secret') : one)));
});
afterAll(async () => {
  await units?.close();
  await telegram?.close();
});

it('the past of a channel is read whole and once, although workers die in the middle of their steps', async () => {
  const { secret } = telegram.access();
  units.pool = {
    withAccess: async (wanted, work) => {
      const access = Object.assign(telegram.access(), { secret });
      return work(access, wanted.signal).finally(() => access.close());
    },
  };
  const task = await units.save(telegram.source, { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [NAME] });
  await units.launch(telegram.source, task);
  let killed = 0;
  for (let steps = 1; ; steps += 1) {
    await units.skipPauses();
    const unit = await units.lease(telegram.source);
    if (unit === undefined) break;
    const dying = new AbortController();
    // Every third worker dies, each at another moment of its step.
    const timer = steps % 3 === 0 ? setTimeout(() => dying.abort(new LeaseLost()), (steps * 13) % 100) : undefined;
    try {
      await units.runner().run(telegram.source, unit, 0, dying.signal);
      await units.inScope((em) => releaseUnit(em, unit));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      killed += 1;
      await units.forgetWorker();
    } finally {
      clearTimeout(timer);
    }
  }
  expect(killed).toBeGreaterThan(0);
  const found = (await units.findings()).map(({ path }) => Number(path)).sort((left, right) => left - right);
  expect(found).toEqual(Array.from({ length: MESSAGES / LEAK_EVERY }, (_, at) => (at + 1) * LEAK_EVERY));
  expect((await units.passes()).get(NAME)).toMatchObject({
    total: MESSAGES,
    returned: MESSAGES,
    read: MESSAGES,
    unread: {},
    incomplete: false,
  });
});
