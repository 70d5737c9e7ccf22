import type pg from 'pg';
import type kafkajs from 'kafkajs';
import { connectionError } from '../../errors/connection-lost.ts';
import { retryTransient } from '../../errors/retry-transient.ts';
import type { SqlEntityManager } from '../../orm/database.ts';
import { countAttempt } from '../attempts.ts';
import type { Bus, Consumer, DeadLetter, DeadLetterPage, OutgoingMessage, Pages, Replay, Subscription } from '../bus.port.ts';
import { keepDeadLetter, listDeadLetters, pageOfDeadLetters } from '../dead-letters.ts';
import { toDeliveries } from '../to-deliveries.ts';
import { WakeUp } from '../postgres/wake-up.ts';
import { openBusPool } from '../postgres/bus-pool.ts';
import { inTransaction } from '../postgres/in-transaction.ts';
import { DEFAULT_BATCH, type LogRow, type Place } from '../deliver-batch.ts';
import { ReadingMarks, REPLAYED } from '../reading-marks.ts';
import { sweepRegularly } from '../sweep-bus.ts';
import { writeOutbox, writePages } from '../write-outbox.ts';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaBusOptions } from './kafka-options.ts';
import { consumingGroups, lagByTopic } from './lag.ts';
import { fetchLargePayloads } from './large-payloads.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { type PartitionWork, workThrough } from './partition-work.ts';
import { HEARTBEAT_MS, TopicConsumer } from './topic-consumer.ts';
import { TopicMaker } from './topic-maker.ts';
import { deadTopic, kafkaGroup, retryTopic } from './topic-names.ts';
import { TopicProducer } from './topic-producer.ts';
import { recordReader, TopicTrimmer } from './topic-trimmer.ts';

/** The relay holds one while it sends; the others count attempts and keep dead letters. */
const CONNECTIONS = 4;
/** A service does not wait longer for the brokers at its start: it can answer without them, and consumers come later. */
const JOIN_WAIT_MS = 10_000;

/**
 * Apache Kafka as the carrier. Publishing writes the outbox in PostgreSQL; a relay moves it to the brokers. Attempts
 * and dead letters are in PostgreSQL too, whichever carrier is used.
 */
export class KafkaBus implements Bus {
  private readonly options: KafkaBusOptions;
  private readonly pool: pg.Pool;
  private readonly wakeUp: WakeUp;
  private readonly client: kafkajs.Kafka;
  private readonly topics: TopicMaker;
  private readonly producer: TopicProducer;
  private readonly relay: OutboxRelay;
  private readonly consumers = new Set<TopicConsumer>();
  private readonly sweeping: NodeJS.Timeout;
  private readonly reading: ReadingMarks;
  private closed = false;

  constructor(options: KafkaBusOptions) {
    this.options = options;
    this.pool = openBusPool(options, CONNECTIONS);
    this.wakeUp = new WakeUp(options.url, options.logger);
    this.reading = new ReadingMarks(this.pool, options.logger);
    this.client = kafkaClient(options.kafka, options.logger);
    this.topics = new TopicMaker(this.client, options.kafka, options.retentionHours, options.logger);
    this.producer = new TopicProducer(this.client, this.topics, options.kafka.prefix);
    this.relay = new OutboxRelay(this.pool, this.wakeUp, this.producer, options);
    this.relay.start();
    const trimmer = new TopicTrimmer({ ...options, pool: this.pool, client: this.client, prefix: options.kafka.prefix });
    this.sweeping = sweepRegularly(this.pool, { ...options, carrier: 'kafka', handled: () => trimmer.trim() });
  }

  publish(em: SqlEntityManager, messages: readonly OutgoingMessage[]): Promise<void> {
    return writeOutbox(em, messages);
  }

  publishPages(em: SqlEntityManager, topic: string, pages: Pages): Promise<void> {
    return writePages(em, topic, pages);
  }

  async consume<P>(subscription: Subscription<P>): Promise<Consumer> {
    const { group, message } = subscription;
    const { prefix } = this.options.kafka;
    const { topic } = message;
    // Before it reads: from then on nothing is trimmed that it has not handled.
    await retryTransient(
      () => this.register(group, topic).catch((error: unknown) => Promise.reject(connectionError(error))),
      () => this.closed,
    );
    const retries = retryTopic(topic, group);
    const work = {
      ...this.options,
      group,
      batchSize: subscription.batchSize ?? DEFAULT_BATCH,
      count: (place: Place, step: number) => countAttempt(this.pool, place, step),
      complete: (list: Parameters<PartitionWork['complete']>[0]) => fetchLargePayloads(this.pool, list),
      handle: toDeliveries(subscription),
      keepAsDead: (partition: number, dead: LogRow, attempts: number, reason: string) =>
        this.keepAsDead({ group, topic, partition, position: dead.position }, dead, attempts, reason),
      heartbeatMs: HEARTBEAT_MS,
    };
    const consumer = new TopicConsumer({
      client: this.client,
      topics: this.topics,
      groupId: kafkaGroup(prefix, group, topic),
      reads: [`${prefix}${topic}`, `${prefix}${retries}`],
      logger: this.options.logger,
      eachBatch: (payload) => workThrough(payload, { ...work, topic: payload.batch.topic.slice(prefix.length) }),
    });
    this.consumers.add(consumer);
    consumer.start();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, JOIN_WAIT_MS);
    });
    await Promise.race([consumer.ready, patience]);
    clearTimeout(timer);
    return {
      stop: async () => {
        await consumer.stop();
        this.consumers.delete(consumer);
      },
    };
  }

  /** While the brokers are away only those with dead letters are known, which can be listed and replayed all the same. */
  async groups(): Promise<readonly string[]> {
    const consuming = await consumingGroups(this.client, this.options.kafka.prefix).catch(() => []);
    const { rows } = await this.pool.query<{ group_name: string }>('select distinct group_name from bus.dead_letter');
    return [...new Set([...consuming, ...rows.map(({ group_name: group }) => group)])].toSorted();
  }

  deadLetters(group: string): Promise<readonly DeadLetter[]> {
    return listDeadLetters(this.pool, group);
  }

  listDeadLetters(page: DeadLetterPage) {
    return pageOfDeadLetters(this.pool, page);
  }

  async replay(group: string, ids?: readonly string[]): Promise<Replay> {
    const { rows } = await this.pool.query<Replay>(
      `with ${REPLAYED}, replayed as (
         select count(*)::int as count, jsonb_agg(jsonb_build_object(
           'id', id, 'topic', topic || $3::text, 'key', key, 'payload', payload) order by died_at) as messages
         from dead
       )
       select count as replayed, (select count(*)::int from unread) as kept, case when count > 0 then bus.publish(messages)::text end from replayed`,
      [group, ids ?? null, retryTopic('', group)],
    );
    return { replayed: rows[0]?.replayed ?? 0, kept: rows[0]?.kept ?? 0 };
  }

  async lag(group: string): Promise<number> {
    const lags = await lagByTopic(this.client, this.options.kafka.prefix, group);
    const topics = [...lags.keys()].flatMap((topic) => [topic, retryTopic(topic, group)]);
    const { rows } = await this.pool.query<{ waiting: string }>('select count(*) as waiting from bus.message where topic = any ($1)', [
      topics,
    ]);
    return [...lags.values()].reduce((sum, lag) => sum + lag, Number(rows[0]?.waiting ?? 0));
  }

  async ping(): Promise<void> {
    await this.pool.query('select 1');
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.sweeping);
    this.reading.close();
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    await this.relay.stop();
    await this.producer.close();
    await this.wakeUp.close();
    await this.pool.end();
  }

  private async register(group: string, topic: string): Promise<void> {
    await recordReader(this.pool, { group, topic });
    await this.reading.begin(group, topic);
  }

  /** The table is the record; the topic shows the same to those who watch the brokers. */
  private async keepAsDead(place: Place, message: LogRow, attempts: number, reason: string): Promise<void> {
    const { id, key, payload } = message;
    const copy = { id, topic: deadTopic(place.topic, place.group), key, payload: { reason, attempts, payload } };
    await inTransaction(this.pool, async (client) => {
      await keepDeadLetter(client, place, message, attempts, reason);
      await client.query('select bus.publish($1::jsonb)', [JSON.stringify([copy])]);
    });
  }
}
