import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listTelegramChats } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { TELEGRAM_CHAT_STATUSES } from '@leakwatch/vocabulary';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { statusOf } from './telegram-chats.read-model.ts';
import { TelegramChatsController } from './telegram-chats.controller.ts';
import { ANN, BOB, NAME, posts, TelegramStage } from './telegram-stage.fixture.ts';

let units: UnitStage;
let telegram: TelegramStage;
beforeAll(async () => {
  units = await UnitStage.open();
  telegram = await TelegramStage.open(posts(3));
});
afterAll(async () => {
  await units?.close();
  await telegram?.close();
});

const list = async (query: { account?: string; limit?: number; offset?: number } = {}) => {
  const controller = new TelegramChatsController(units.foundation.database);
  const answer = await controller.getList({ params: undefined, query: { limit: 10, offset: 0, ...query }, body: undefined });
  return listTelegramChats.answer.parse(answer);
};
const statuses = async () => (await list()).results.map(({ name, status }) => [name, status]);

it('shows the channels that tasks name, before, during and after they were read, and which account opened them', async () => {
  const { secret } = telegram.access();
  units.pool = {
    withAccess: async (wanted, work) => {
      const access = Object.assign(telegram.access(), { secret });
      return work(access, wanted.signal).finally(() => access.close());
    },
  };
  const task = { task_id: newId(), patterns: [wordPattern('message')], telegram_channels: [NAME, 'nowhere'] };
  const saved = await units.save(telegram.source, task);
  expect(await statuses()).toEqual([
    [NAME, 'waiting'],
    ['nowhere', 'waiting'],
  ]);
  await units.launch(telegram.source, saved);
  expect(await statuses()).toEqual([
    [NAME, 'reading'],
    ['nowhere', 'reading'],
  ]);
  await units.work(telegram.source);
  const [read, refused] = (await list()).results;
  expect(read).toMatchObject({ chat_id: '1001', title: 'Leaks, daily', status: 'ready', error_code: null });
  expect(read?.last_read).not.toBeNull();
  expect(refused).toMatchObject({ chat_id: null, title: '', status: 'failed', error_code: 'channel_not_found', last_read: null });

  expect((await list({ account: ANN.phone })).results.map(({ name }) => name)).toEqual([NAME]);
  expect(await list({ account: BOB.phone })).toEqual({ count: 0, results: [] });
  expect(await list({ limit: 1, offset: 1 })).toMatchObject({ count: 2, results: [{ name: 'nowhere' }] });

  await units.save(telegram.source, { ...task, running: false });
  expect(await statuses()).toEqual([
    [NAME, 'idle'],
    ['nowhere', 'idle'],
  ]);
});

it('has a state for whatever a unit is', () => {
  const seen = [true, false].flatMap((is_needed) =>
    [true, false].flatMap((is_wanted) =>
      [true, false].flatMap((is_failing) =>
        [null, new Date()].map((last_pass_ended_at) =>
          statusOf({ is_needed, is_wanted, is_failing, error_code: null, last_pass_ended_at }),
        ),
      ),
    ),
  );
  expect(new Set(seen)).toEqual(new Set(TELEGRAM_CHAT_STATUSES));
});
