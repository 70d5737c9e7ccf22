import type kafkajs from 'kafkajs';
import type { KafkaOptions } from './kafka-options.ts';

/**
 * Most bytes of what is sent at once. A message up to this travels as it is, a larger one by reference. Batches of
 * records are judged by the broker as messages are.
 */
export const MAX_RECORD_BYTES = 1024 * 1024;
/** What surrounds a payload: key, headers, the batch's own fields. */
const ENVELOPE_BYTES = 64 * 1024;
const HOUR_MS = 3_600_000;

/** Makes topics before they are written or read: brokers need not be allowed to make them by themselves. */
export class TopicMaker {
  private readonly client: kafkajs.Kafka;
  private readonly options: KafkaOptions;
  private readonly retentionHours: number;
  private readonly made = new Set<string>();

  constructor(client: kafkajs.Kafka, options: KafkaOptions, retentionHours: number) {
    this.client = client;
    this.options = options;
    this.retentionHours = retentionHours;
  }

  /** Makes those that are not there; a topic that is there is left as it is. */
  async ensure(topics: readonly string[]): Promise<void> {
    const missing = topics.filter((topic) => !this.made.has(topic));
    if (missing.length === 0) return;
    const admin = this.client.admin();
    try {
      await admin.connect();
      const there = new Set(await admin.listTopics());
      const wanted = missing.filter((topic) => !there.has(topic));
      // One by one: of several processes that make the same ones, the slower one's request would fail as a whole.
      for (const topic of wanted) await admin.createTopics({ waitForLeaders: true, topics: [this.configOf(topic)] });
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
    for (const topic of missing) this.made.add(topic);
  }

  /** The next `ensure` asks the cluster again: it may have been made anew. */
  forget(): void {
    this.made.clear();
  }

  private configOf(topic: string): kafkajs.ITopicConfig {
    const { partitions, replication, minInSync } = this.options;
    const configEntries = Object.entries({
      'min.insync.replicas': minInSync,
      'max.message.bytes': MAX_RECORD_BYTES + ENVELOPE_BYTES,
      'retention.ms': this.retentionHours * HOUR_MS,
    }).map(([name, value]) => ({ name, value: String(value) }));
    return { topic, numPartitions: partitions, replicationFactor: replication, configEntries };
  }
}
