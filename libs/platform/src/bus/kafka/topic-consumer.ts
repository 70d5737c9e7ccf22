import type kafkajs from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import { BackOff } from '../back-off.ts';
import type { TopicMaker } from './topic-maker.ts';
import { MAX_RECORD_BYTES } from './topic-maker.ts';

/** A consumer that died is noticed after this, and its partitions go to others. */
const SESSION_MS = 15_000;
/** Also how soon a consumer learns that partitions are shared out anew. */
export const HEARTBEAT_MS = 1_000;
/** Longer than any batch takes: who is slower loses the partition, and its work is done again. */
const REBALANCE_MS = 120_000;
/** A fetch returns as soon as there is something, and after this in any case. */
const FETCH_WAIT_MS = 500;
/** Partitions that one process works on at once, for each topic. */
const AT_ONCE = 3;

export interface TopicConsumerOptions {
  readonly client: kafkajs.Kafka;
  readonly topics: TopicMaker;
  readonly groupId: string;
  /** With prefix. */
  readonly reads: readonly string[];
  readonly logger: Logger;
  readonly eachBatch: (payload: kafkajs.EachBatchPayload) => Promise<void>;
}

/**
 * A member of a Kafka group that comes back by itself: the library gives up after some failures, and a consumer that
 * gave up is a leak that nobody is told of.
 */
export class TopicConsumer {
  private readonly options: TopicConsumerOptions;
  private readonly backOff = new BackOff();
  private consumer: kafkajs.Consumer | undefined;
  private retry: NodeJS.Timeout | undefined;
  private starting: Promise<void> = Promise.resolve();
  private stopped = false;
  private joined: () => void = () => undefined;
  /** Settles when it is a member of its group for the first time, or was stopped before. */
  readonly ready = new Promise<void>((resolve) => {
    this.joined = resolve;
  });

  constructor(options: TopicConsumerOptions) {
    this.options = options;
  }

  start(): void {
    this.starting = this.open().catch((error: unknown) => this.again(error));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    this.joined();
    await this.starting;
    // Ends after the batch at hand.
    await this.consumer?.disconnect().catch(() => undefined);
  }

  private async open(): Promise<void> {
    const { client, topics, groupId, reads, eachBatch } = this.options;
    await topics.ensure(reads);
    if (this.stopped) return;
    const consumer = client.consumer({
      groupId,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytesPerPartition: 2 * MAX_RECORD_BYTES,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async () => false },
    });
    this.consumer = consumer;
    consumer.on(consumer.events.GROUP_JOIN, () => {
      this.backOff.succeeded();
      this.joined();
    });
    // The library has left by then and does not come back.
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (this.consumer === consumer) this.again(payload.error);
    });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...reads], fromBeginning: true });
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently: AT_ONCE, eachBatch });
    } catch (error) {
      await consumer.disconnect().catch(() => undefined);
      throw error;
    }
  }

  private again(error: unknown): void {
    this.consumer = undefined;
    if (this.stopped) return;
    this.backOff.failed();
    this.options.topics.forget();
    const { groupId, logger } = this.options;
    logger.warn({ group: groupId, error: String(error), retry_ms: this.backOff.pause }, 'consumer left its group and comes back');
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.start(), this.backOff.pause);
  }
}
