import { createTestDatabase, openBroker, type TestBroker } from '@leakwatch/testing';
import { expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import pg from 'pg';
import { newId } from '../../crypto/ids.ts';
import { createLogger } from '../../logging/logger.ts';
import { Database } from '../../orm/database.ts';
import { CONSUMER } from '../../orm/scope.ts';
import { busConformance } from '../conformance/bus-conformance.fixture.ts';
import { forgetReaderAt, messageType, type Payload, type Stage, until } from '../conformance/stage.fixture.ts';
import type { Delivery } from '../bus.port.ts';
import { newDeliveries } from '../inbox.ts';
import { KafkaBus } from './kafka-bus.ts';
import { deadTopic } from './topic-names.ts';
import { TopicTrimmer } from './topic-trimmer.ts';

const PREFIX = 'suite.';
let broker: TestBroker;
let databaseUrl: string;
const library = () => new kafkajs.Kafka({ brokers: [broker.address], logLevel: kafkajs.logLevel.NOTHING });

/** How many records a topic has, over all its partitions. */
async function stored(topic: string): Promise<number> {
  const admin = library().admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(`${PREFIX}${topic}`);
  await admin.disconnect();
  return ends.reduce((sum, { high }) => sum + Number(high), 0);
}

async function settingsOf(topic: string): Promise<Record<string, string>> {
  const admin = library().admin();
  await admin.connect();
  const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: `${PREFIX}${topic}` }];
  const described = await admin.describeConfigs({ resources, includeSynonyms: false });
  await admin.disconnect();
  return Object.fromEntries(
    described.resources.flatMap(({ configEntries }) => configEntries.map((entry) => [entry.configName, entry.configValue])),
  );
}

/** Trims what is handled at once, and counts what the topic keeps. */
async function trimmed(topic: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // Of other topics, whose groups the tests have left.
  await pool.query('delete from bus.kafka_reader where topic <> $1', [topic]);
  const logger = createLogger('test', 'silent');
  const handled = await new TopicTrimmer({ pool, client: library(), prefix: PREFIX, retentionHours: 0, logger }).trim();
  await pool.end();
  const admin = library().admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(`${PREFIX}${topic}`);
  await admin.disconnect();
  const kept = ends.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  return { handled, kept, retention: (await settingsOf(topic))['retention.ms'] };
}

/** Handles each message once, as every consumer of the product does. */
const onceBy = (stage: Stage, topic: string, seen: number[], work: () => Promise<void> = async () => undefined) => ({
  handle: async (batch: readonly Delivery<Payload>[]) => {
    await work();
    const fresh = await stage.subject.database.inScope(CONSUMER, (em) => newDeliveries(em, 'events', topic, batch));
    seen.push(...fresh.map(({ payload }) => payload.n));
  },
});

const numbers = (count: number) => [...Array(count).keys()];
const inOrder = (seen: readonly number[]) => [...seen].sort((a, b) => a - b);

busConformance(
  'kafka',
  async () => {
    broker = await openBroker();
    const created = await createTestDatabase();
    databaseUrl = created.url;
    const logger = createLogger('test', 'silent');
    // Any service's role may publish; the suite takes one.
    const database = await Database.open({ url: created.url, service: 'events', pool: 12 });
    const kafka = {
      brokers: [broker.address],
      prefix: PREFIX,
      partitions: 4,
      replication: 1,
      minInSync: 1,
      tls: false,
      ca: undefined,
      sasl: undefined,
    };
    return {
      database,
      openBus: () => new KafkaBus({ kafka, url: created.url, logger, maxAttempts: 3, pollMs: 200, retentionHours: 1 }),
      dropConnections: () => created.dropConnections(),
      forgetReader: forgetReaderAt(created.url),
      close: async () => {
        await database.close();
        await created.drop();
        await broker.dispose();
      },
    };
  },
  (stage) => {
    it('stores each message once, whatever publishes at the same time and however many relays there are', async () => {
      const message = messageType();
      const others = [stage.subject.openBus(), stage.subject.openBus()];
      const seen: Payload[] = [];
      await stage.consume('g', message, stage.collect(seen));
      await Promise.all(
        numbers(8).map(async (writer) => {
          for (const n of numbers(25))
            await stage.publish(
              message,
              [0, 1, 2].map((part) => ({ key: `k${writer}`, n: n * 3 + part })),
            );
        }),
      );
      await until('all messages', () => seen.length >= 600);
      expect(await stored(message.topic)).toBe(600);
      for (const writer of numbers(8)) expect(seen.filter(({ key }) => key === `k${writer}`).map(({ n }) => n)).toEqual(numbers(75));
      await Promise.all(others.map((bus) => bus.close()));
    });

    it.each(['kill', 'halt'] as const)('neither loses nor repeats a message when the broker ends by %s and restarts', async (end) => {
      const message = messageType();
      const seen: number[] = [];
      const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
      await stage.consume('g', message, onceBy(stage, message.topic, seen, slowly).handle, stage.bus, 5);
      for (const n of numbers(150)) {
        if (n === 50) await broker[end]();
        await stage.publish(message, [{ key: `k${n % 7}`, n }]);
        if (n === 100) await broker.start();
      }
      await until('all messages', () => seen.length >= 150);
      await until('nothing left to deliver', async () => (await stage.bus.lag('g').catch(() => 1)) === 0);
      expect(inOrder(seen)).toEqual(numbers(150));
    });

    it('does each piece of work once when a group is shared out anew in the middle of a batch', async () => {
      const message = messageType();
      const seen: number[] = [];
      let entered = false;
      const slowly = async () => {
        entered = true;
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      };
      await stage.publish(
        message,
        numbers(60).map((n) => ({ key: `k${n}`, n })),
      );
      await stage.consume('g', message, onceBy(stage, message.topic, seen, slowly).handle, stage.bus, 10);
      await until('the first batch', () => entered);
      const other = stage.subject.openBus();
      await other.consume({ group: 'g', message, ...onceBy(stage, message.topic, seen), batchSize: 10 });
      await until('all messages', () => seen.length >= 60);
      await until('nothing left to deliver', async () => (await stage.bus.lag('g')) === 0);
      expect(inOrder(seen)).toEqual(numbers(60));
      await other.close();
    });

    it('stores an unreadable message as a dead letter with its content, and continues with the next', async () => {
      const message = messageType();
      const group = `strange-${newId()}`;
      const seen: Payload[] = [];
      await stage.consume(group, message, stage.collect(seen));
      const producer = library().producer({ allowAutoTopicCreation: false });
      await producer.connect();
      await producer.send({
        topic: `${PREFIX}${message.topic}`,
        messages: [
          { key: 'a', value: 'no JSON at all {' },
          { key: 'a', value: null },
        ],
      });
      await producer.disconnect();
      await stage.publish(message, [{ key: 'a', n: 1 }]);
      await until('the message behind them', () => seen.length > 0);
      await until('both dead letters', async () => (await stage.bus.deadLetters(group)).length === 2);
      const dead = await stage.bus.deadLetters(group);
      expect(dead.map(({ payload }) => payload)).toEqual([{ unreadable: Buffer.from('no JSON at all {').toString('base64') }, null]);
      expect(dead.every(({ reason }) => reason.startsWith('payload_malformed'))).toBe(true);
      await until('the dead-letter topic', async () => (await stored(deadTopic(message.topic, group)).catch(() => 0)) === 2);
    });

    it('delivers a large message whole while the transaction that moved it is still open', async () => {
      const message = messageType();
      const group = `early-${newId()}`;
      const seen: Payload[] = [];
      await stage.consume(group, message, stage.collect(seen));
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
      await pool.query(`create function bus.linger() returns trigger language plpgsql as 'begin perform pg_sleep(3); return null; end';
        create trigger linger before delete on bus.message for each statement execute function bus.linger()`);
      const text = 'x'.repeat(2 * 1024 * 1024);
      await stage.publish(message, [{ key: 'a', n: 1, text }]);
      await until('the message', () => seen.length > 0);
      await pool.query('drop trigger linger on bus.message; drop function bus.linger');
      await pool.end();
      expect(seen[0]?.text === text).toBe(true);
      expect(await stage.bus.deadLetters(group)).toEqual([]);
    });

    it('keeps a message until every group that reads it has handled it, however old it is, and then deletes it', async () => {
      const message = messageType();
      const [seen, late]: [Payload[], Payload[]] = [[], []];
      await stage.consume('here', message, stage.collect(seen));
      await (await stage.consume('away', message, stage.collect(late))).stop();
      await stage.publish(
        message,
        numbers(40).map((n) => ({ key: `k${n}`, n })),
      );
      await until('the group that is here', () => seen.length >= 40);
      await until('its acknowledgement', async () => (await stage.bus.lag('here')) === 0);
      // Every message is older than no retention at all.
      const trim = () => trimmed(message.topic);
      expect(await trim()).toEqual({ handled: false, kept: 40, retention: '-1' });
      await stage.consume('away', message, stage.collect(late));
      await until('the group that was away', () => late.length >= 40);
      await until('its acknowledgement', async () => (await stage.bus.lag('away')) === 0);
      expect(await trim()).toEqual({ handled: true, kept: 0, retention: '-1' });
    });

    it('takes over a topic from which the brokers delete by age, with its other settings', async () => {
      const message = messageType();
      const admin = library().admin();
      await admin.connect();
      const configEntries = Object.entries({ 'retention.ms': '3600000', 'segment.bytes': '2097152' }).map(([name, value]) => ({
        name,
        value,
      }));
      await admin.createTopics({ waitForLeaders: true, topics: [{ topic: `${PREFIX}${message.topic}`, numPartitions: 4, configEntries }] });
      await admin.disconnect();
      await stage.consume('g', message, stage.collect([]));
      expect(await settingsOf(message.topic)).toMatchObject({ 'retention.ms': '-1', 'segment.bytes': '2097152' });
    });

    it('publishes and starts consumers while the broker is away; all of it happens when it is back', async () => {
      const message = messageType();
      const seen: Payload[] = [];
      await broker.halt();
      const consuming = stage.consume('g', message, stage.collect(seen));
      await stage.publish(message, [{ key: 'a', n: 1 }]);
      await consuming;
      expect(seen).toEqual([]);
      await broker.start();
      await until('the message', () => seen.length > 0);
      expect(seen).toEqual([{ key: 'a', n: 1 }]);
    });
  },
);
