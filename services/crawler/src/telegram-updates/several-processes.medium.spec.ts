import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { logger, setPoolStage } from '../accounts/pool-stage.fixture.ts';
import { ANN, INVITATION, post, settingsOf, TelegramStage, PartsInMemory } from '../sources/telegram/telegram-stage.fixture.ts';
import { TelegramSource } from '../sources/telegram/telegram.source.ts';
import { UnitStage, wordPattern } from '../units/testing/unit-stage.fixture.ts';
import { UnitWorker } from '../units/unit-worker.ts';
import { TelegramSessions } from '../upstreams/telegram/telegram-sessions.ts';
import { ListenToUpdates } from './listen-to-updates.ts';

const pool = setPoolStage();
let units: UnitStage;
let telegram: TelegramStage;
let account: string;
/** The most connections that there were when Telegram got a request. */
let connections = 0;
beforeAll(async () => {
  units = await UnitStage.open();
});
afterAll(() => units?.close());
beforeEach(async () => {
  await units.empty();
  telegram = await TelegramStage.open([post(1, 'a secret')], { isPrivate: true });
  telegram.channel.members.add(ANN.phone);
  account = pool.server.addAccount(ANN.phone, null, null, telegram.access().secret ?? '');
  connections = 0;
  telegram.server.before = () => {
    connections = Math.max(connections, telegram.server.connected());
  };
});
afterEach(async () => {
  await Promise.all([...processes].map((one) => one.stop()));
  await telegram.close();
});

const processes = new Set<CrawlerProcess>();

/** A crawler process with a pool, sessions and a worker of its own. */
class CrawlerProcess {
  readonly listener: ListenToUpdates;
  readonly worker: UnitWorker;
  /** Steps that it began. */
  steps = 0;

  constructor() {
    const own = pool.newPool();
    const sessions = new TelegramSessions(settingsOf(telegram.server));
    const source = new TelegramSource(sessions, new PartsInMemory());
    const { database } = units.foundation;
    units.pool = own;
    const step = units.runner();
    const counted = { run: (...asked: Parameters<typeof step.run>) => ((this.steps += 1), step.run(...asked)) };
    this.listener = new ListenToUpdates(database, own, sessions, source, logger);
    this.worker = new UnitWorker(database, counted, [source], { CRAWLER_UNITS: 4 }, logger);
    processes.add(this);
  }

  async stop(): Promise<void> {
    processes.delete(this);
    await this.worker.onModuleDestroy();
    await this.listener.onModuleDestroy();
  }
}

const found = async () => (await units.findings()).map(({ path }) => Number(path)).sort((left, right) => left - right);
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const holders = () => [...processes].filter(({ listener }) => listener.count > 0);

async function reading(): Promise<void> {
  const task = { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [INVITATION] };
  await units.launch(telegram.source, await units.save(telegram.source, task));
}
const holding = () => waitUntil('one that listens', async () => holders().length === 1 && telegram.server.connected() === 1);

it('a unit is left to the process that keeps its account', async () => {
  await reading();
  const [keeper, other] = [new CrawlerProcess(), new CrawlerProcess()];
  keeper.listener.onApplicationBootstrap();
  await holding();
  keeper.worker.onApplicationBootstrap();
  await waitUntil('the first pass', async () => (await units.passes()).get(INVITATION) !== undefined);
  await keeper.worker.onModuleDestroy();
  telegram.channel.post(post(2, 'a secret'));
  await waitUntil('the notice', async () => (await dueUnits()) === 1);
  other.worker.onApplicationBootstrap();
  await waitUntil('a step of the other one', async () => other.steps > 0 && other.worker.steps === 0);
  // Nothing was read, and the unit is due still for the one that can read it.
  expect(await found()).toEqual([1]);
  expect(await dueUnits()).toBe(1);
});

const dueUnits = async () => {
  const [counted] = await units.inScope((em) =>
    rows(
      em,
      sql<{
        due: number;
      }>`select count(*)::int as due from crawler.unit where wanted_at is not null and next_at <= now() and leased_until is null`,
    ),
  );
  return counted?.due;
};

/** The holder's lease is over; another process gets the account when the holder has noticed, as after the lease's time. */
async function loseLease(): Promise<void> {
  pool.server.takeAway(account);
  pool.server.hold(account);
  await waitUntil('the end of the listener', async () => holders().length === 0 && telegram.server.connected() === 0);
  pool.server.takeAway(account);
}

const ENDS: readonly (() => Promise<unknown>)[] = [
  loseLease,
  async () => telegram.server.cut(),
  async () => {
    const [holder] = holders();
    await holder?.stop();
    await Promise.all([...processes].map((one) => one.stop()));
    for (const _ of [1, 2]) start();
  },
];
const start = () => {
  const one = new CrawlerProcess();
  one.listener.onApplicationBootstrap();
  one.worker.onApplicationBootstrap();
};

it('nothing is missed or read twice while processes share units and an account that goes from one to the other', async () => {
  await reading();
  for (const _ of [1, 2]) start();
  let last = 1;
  const hadIt = new Set<CrawlerProcess | undefined>();
  for (let round = 0; round < 9; round += 1) {
    await holding();
    hadIt.add(holders()[0]);
    for (let count = 0; count < 4; count += 1) {
      telegram.channel.post(post((last += 1), 'a secret'));
      if (count === round % 4) await ENDS[round % ENDS.length]?.();
    }
    await waitUntil('every message', async () => (await found()).length >= last);
  }
  expect(await found()).toEqual(upTo(last));
  expect(connections).toBe(1);
  expect(hadIt.size).toBeGreaterThan(2);
});
