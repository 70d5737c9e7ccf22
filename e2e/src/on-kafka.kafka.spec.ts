import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Bus, createLogger, databaseSettings, loadSettings, openBus } from '@leakwatch/platform';
import { openBroker, type TestBroker, waitUntil } from '@leakwatch/testing';
import pg from 'pg';
import { eventsOf, spelledEvents, spelledLeaks, untilDone, untilEvents } from './product/events-of.ts';
import { makeLeakyHistory } from './product/leaky-history.ts';
import { type Product, startProduct } from './product/product.ts';

jest.setTimeout(900_000);

const GROUPS = ['tasks', 'crawler', 'events', 'reports'];
const KILLS = 10;
/** Enough that the broker is killed several times during one scan. */
const FILES = 8_000;

let broker: TestBroker;
let product: Product;
let bus: Bus;
let database: pg.Client;

beforeAll(async () => {
  broker = await openBroker();
  const env = { KAFKA_BROKERS: broker.address };
  product = await startProduct({ crawler: 2, events: 2, gateway: 2 }, env);
  const { databaseUrl } = product.ready;
  bus = await openBus(loadSettings(databaseSettings, { ...env, DATABASE_URL: databaseUrl }), createLogger('test', 'silent'));
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await bus?.close();
  await product?.stop();
  await broker?.dispose();
});

/** The outbox is empty and no consumer group has unread messages. */
const drained = () =>
  waitUntil(
    'every group to have read everything',
    async () => {
      const lags = await Promise.all(GROUPS.map((group) => bus.lag(group).catch(() => 1)));
      return lags.every((lag) => lag === 0);
    },
    300_000,
  );

const countEvents = async (task: string) => {
  const { rows } = await database.query<{ events: number; paths: number }>(
    'select count(*)::int as events, count(distinct path)::int as paths from events.event where task_id = $1',
    [task],
  );
  return rows[0];
};

describe('the whole path on Kafka, two of everything', () => {
  test('one crawler, one events service and one gateway killed during a scan: exactly the planted leaks, none twice', async () => {
    const { services } = product.ready;
    const task = await product.startTask('/romashka.git', 'On Kafka');
    for (const pause of [150, 600]) {
      await sleep(pause);
      for (const name of ['crawler', 'events', 'gateway'] as const) services.kill(name, 2);
      for (const name of ['crawler', 'events', 'gateway'] as const) await services.waitFor(name, 2);
    }
    await untilDone(product.user, task);
    const events = await untilEvents(product.user, task, product.sample.planted.length, 120_000);
    await drained();
    expect(spelledEvents(await eventsOf(product.user, task))).toEqual(spelledEvents(events));
    expect(spelledEvents(events)).toEqual(spelledLeaks(product.sample));
  });

  test(`the broker killed ${KILLS} times during scans: every leak once, and no unread message`, async () => {
    const leaks = makeLeakyHistory(join(product.ready.home.path, 'sample', 'leaky.git'), FILES);
    const tasks: string[] = [];
    let running: Promise<void> | undefined;
    for (let kills = 0; kills < KILLS; kills += 1) {
      if (running === undefined) {
        const task = await product.startTask('/leaky.git', `Broker killed ${kills}`);
        tasks.push(task);
        running = untilDone(product.user, task, 600_000).then(() => {
          running = undefined;
        });
      }
      await sleep(700);
      await broker.kill();
      await sleep(300);
      await broker.start();
    }
    for (const task of tasks) await untilDone(product.user, task, 600_000);
    await drained();
    for (const task of tasks) expect(await countEvents(task)).toEqual({ events: leaks, paths: leaks });
    for (const group of GROUPS) expect(await bus.deadLetters(group)).toEqual([]);
  });
});
