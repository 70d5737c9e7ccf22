import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import { SimulatedTelegramGroup } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import { logger, setPoolStage } from '../accounts/pool-stage.fixture.ts';
import { ANN, INVITATION, post, posts, settingsOf, TelegramStage, PartsInMemory } from '../sources/telegram/telegram-stage.fixture.ts';
import { TelegramSource } from '../sources/telegram/telegram.source.ts';
import { UnitStage, wordPattern } from '../units/testing/unit-stage.fixture.ts';
import { type LeasedUnit, LeaseLost, releaseUnit } from '../units/unit.store.ts';
import { TelegramSessions } from '../upstreams/telegram/telegram-sessions.ts';
import { ListenToUpdates } from './listen-to-updates.ts';

const pool = setPoolStage();
let units: UnitStage;
let telegram: TelegramStage;
let group: SimulatedTelegramGroup;
const TO_GROUP = '+GrOuP_1234567-8';
const processes: ListenToUpdates[] = [];
beforeAll(async () => {
  units = await UnitStage.open();
});
afterAll(() => units?.close());
beforeEach(async () => {
  await units.empty();
  group = new SimulatedTelegramGroup(1_001n, 'A small group', [post(1, 'a secret')]);
  group.invites.set(TO_GROUP.slice(1), 'open');
  group.members.add(ANN.phone);
  telegram = await TelegramStage.open([...posts(5), post(6, 'a secret')], { isPrivate: true, groups: [group] });
  telegram.channel.members.add(ANN.phone);
  pool.server.addAccount(ANN.phone, null, null, telegram.access().secret ?? '');
});
afterEach(async () => {
  for (const one of processes.splice(0)) await one.onModuleDestroy();
  await telegram.close();
});

/** A crawler process: it listens, and its steps read through the same pool and sessions. */
function startProcess() {
  const sessions = new TelegramSessions(settingsOf(telegram.server));
  const source = new TelegramSource(sessions, new PartsInMemory());
  const own = pool.newPool();
  units.pool = own;
  const listener = new ListenToUpdates(units.foundation.database, own, sessions, source, logger);
  processes.push(listener);
  listener.onApplicationBootstrap();
  return { listener, source };
}
const stop = async ({ listener }: ReturnType<typeof startProcess>) => {
  processes.splice(processes.indexOf(listener), 1);
  await listener.onModuleDestroy();
};

const isDue = async () => {
  const [unit] = await units.inScope((em) =>
    rows(em, sql<{ due: boolean }>`select wanted_at is not null and next_at <= now() as due from crawler.unit`),
  );
  return unit?.due === true;
};
const until = (what: string, test: () => Promise<boolean>) => waitUntil(what, test);
/** A notice of an earlier message may hold the row of the unit just when it is due: a lease passes over it. */
async function leaseDue(source: TelegramSource): Promise<LeasedUnit> {
  for (;;) {
    await until('the unit', isDue);
    const unit = await units.lease(source);
    if (unit !== undefined) return unit;
  }
}
const found = async () => (await units.findings()).map(({ path }) => Number(path)).sort((left, right) => left - right);
const differences = () => telegram.server.requests.filter(({ method }) => method === 'updates.getChannelDifference').length;

/** A process that listens, and a channel that was read whole. */
async function reading() {
  const task = { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [INVITATION] };
  const saved = await units.save(telegram.source, task);
  const process = startProcess();
  await until('a connection', async () => telegram.server.connected() === 1);
  await units.launch(process.source, saved);
  await units.work(process.source);
  expect(await found()).toEqual([6]);
  expect(await isDue()).toBe(false);
  return process;
}

it('a message makes its channel due without a launch, and is read from the change before it, over one connection', async () => {
  const { source } = await reading();
  const before = differences();
  telegram.channel.post(post(7, 'another secret'));
  await until('the unit', isDue);
  await units.work(source);
  expect(await found()).toEqual([6, 7]);
  telegram.channel.edit(3, { text: 'an edited secret' });
  await until('the unit', isDue);
  await units.work(source);
  expect(await found()).toEqual([3, 6, 7]);
  expect(differences()).toBe(before + 2);
  expect(telegram.server.connected()).toBe(1);
  expect(pool.server.calls.filter((call) => call.endsWith('/leases/')).length).toBeGreaterThan(0);
});

it('a flood of messages makes a channel due once', async () => {
  const { source } = await reading();
  const before = differences();
  for (let id = 7; id <= 306; id += 1) telegram.channel.post(post(id, `secret ${id}`));
  await until('the unit', isDue);
  await units.work(source);
  // Three answers hold what is new; updates of it that still come name what was read.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await units.work(source);
  expect(differences() - before).toBeLessThanOrEqual(4);
  expect(await found()).toEqual(Array.from({ length: 301 }, (_, at) => at + 6));
});

it('what is new is read before the rest of a past that is long', async () => {
  for (let id = 7; id <= 606; id += 1) telegram.channel.post(post(id));
  const saved = await units.save(telegram.source, { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [INVITATION] });
  const { source } = startProcess();
  await until('a connection', async () => telegram.server.connected() === 1);
  await units.launch(source, saved);
  await units.work(source, 3);
  telegram.channel.post(post(607, 'a new secret'));
  await until('the update', async () => {
    const [unit] = await units.inScope((em) =>
      rows(em, sql<{ pushed: boolean }>`select pushed_at is not null as pushed from crawler.unit`),
    );
    return unit?.pushed === true;
  });
  await units.work(source, 1);
  expect([telegram.server.requests.at(-1)?.method, await found()]).toEqual(['updates.getChannelDifference', [607]]);
  await units.work(source);
  expect([differences(), await found()]).toEqual([1, [6, 607]]);
});

it('nothing is missed or read twice when workers die between the update and the end of the read', async () => {
  const { source } = await reading();
  for (let id = 7; id <= 26; id += 1) {
    telegram.channel.post(post(id, `secret ${id}`));
    const unit = await leaseDue(source);
    const dying = new AbortController();
    setTimeout(() => dying.abort(new LeaseLost()), (id * 7) % 40);
    await units
      .runner()
      .run(source, unit, 0, dying.signal)
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error;
      });
    await units.inScope((em) => releaseUnit(em, unit));
    await units.forgetWorker();
  }
  // The notice of the last message may still be gathered.
  await until('the last message', async () => {
    await units.work(source);
    return (await found()).includes(26);
  });
  expect(await found()).toEqual(Array.from({ length: 21 }, (_, at) => at + 6));
});

it('what came while nobody listened is read as soon as another process does', async () => {
  const first = await reading();
  await stop(first);
  expect(telegram.server.connected()).toBe(0);
  telegram.channel.post(post(7, 'a secret'));
  expect(await isDue()).toBe(false);
  const { source } = startProcess();
  await until('the unit', isDue);
  await units.work(source);
  expect(await found()).toEqual([6, 7]);
});

it.each<[string, () => void]>([
  ['the connection breaks', () => telegram.server.cut()],
  ['Telegram says that updates were lost', () => telegram.server.push(ANN.phone, { _: 'updatesTooLong' })],
  [
    'Telegram says so of the channel',
    () =>
      telegram.server.push(ANN.phone, {
        _: 'updateShort',
        update: { _: 'updateChannelTooLong', channel_id: telegram.channel.id },
        date: 1,
      }),
  ],
])('the difference fills the gap after %s', async (_, gap) => {
  const { source } = await reading();
  telegram.server.pushes = false;
  telegram.channel.post(post(7, 'a secret'));
  gap();
  await until('the unit', isDue);
  await units.work(source);
  expect(await found()).toEqual([6, 7]);
});

it('messages and edits in a small group make it due, and are read once', async () => {
  const task = { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [TO_GROUP] };
  const saved = await units.save(telegram.source, task);
  const { source } = startProcess();
  await until('a connection', async () => telegram.server.connected() === 1);
  await units.launch(source, saved);
  await units.work(source);
  expect([await isDue(), (await units.findings()).length]).toEqual([false, 1]);
  group.post(post(2, 'another secret'));
  await until('the unit', isDue);
  await units.work(source);
  expect((await units.findings()).map(({ container }) => container.title)).toEqual(['A small group', 'A small group']);
  group.edit(2, 'an edited secret');
  await until('the unit', isDue);
  await units.work(source);
  expect(await units.findings()).toHaveLength(3);
});

it('an account that is added to a channel nobody could read is asked again at once', async () => {
  telegram.channel.members.clear();
  const saved = await units.save(telegram.source, { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [INVITATION] });
  const { source } = startProcess();
  await until('a connection', async () => telegram.server.connected() === 1);
  await units.launch(source, saved);
  await units.work(source, 5);
  expect(await found()).toEqual([]);
  telegram.channel.members.add(ANN.phone);
  telegram.server.push(ANN.phone, { _: 'updateShort', update: { _: 'updateChannel', channel_id: telegram.channel.id }, date: 1 });
  await until('the account', async () => {
    const [unit] = await units.inScope((em) =>
      rows(em, sql<{ outsiders: object }>`select state -> 'outsiders' as outsiders from crawler.unit`),
    );
    return Object.keys(unit?.outsiders ?? {}).length === 0;
  });
  await units.work(source);
  expect(await found()).toEqual([6]);
});
