import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { SimulatedTelegramChannel, startTelegram, type TelegramServer } from '@leakwatch/simulators';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { accessOfAnn, ANN, API, PartsInMemory, post, settingsOf } from './telegram-stage.fixture.ts';
import { TelegramSource } from './telegram.source.ts';

let units: UnitStage;
let telegram: TelegramServer;
const channel = new SimulatedTelegramChannel(1_001n, 'old_name', 'Leaks', [post(1, 'first secret')]);
beforeAll(async () => {
  units = await UnitStage.open();
  telegram = await startTelegram({ users: [ANN], api: API, channels: [channel] });
});
afterAll(async () => {
  await telegram?.close();
  await units?.close();
});

it('a channel that two tasks name differently, since it was renamed in between, is matched for both', async () => {
  const source = new TelegramSource(new TelegramSessions(settingsOf(telegram)), new PartsInMemory());
  units.pool = accessOfAnn(telegram);
  const read = async (name: string, task_id: string) => {
    const task = await units.save(source, { task_id, patterns: [wordPattern('secret')], telegram_channels: [name] });
    return async () => {
      await units.launch(source, task);
      await units.work(source);
    };
  };
  const [first, second] = [newId(), newId()];
  const readFirst = await read('old_name', first);
  await readFirst();
  channel.username = 'new_name';
  const readSecond = await read('new_name', second);
  await readSecond();
  channel.post(post(2, 'second secret'));
  await readFirst();
  await readSecond();
  channel.post(post(3, 'third secret'));
  await readSecond();
  await readFirst();
  const found = (await units.findings()).map(({ task_id: task, path }) => `${task === first ? 'first' : 'second'} ${path}`);
  expect(found.sort()).toEqual(['first 1', 'first 2', 'first 3', 'second 1', 'second 2', 'second 3']);
});
