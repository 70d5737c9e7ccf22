import kafkajs from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { KafkaOptions } from './kafka-options.ts';
import { isDeadTopic } from './topic-names.ts';

/**
 * Most bytes of what is sent at once. A message up to this travels as it is, a larger one by reference. Batches of
 * records are judged by the broker as messages are.
 */
export const MAX_RECORD_BYTES = 1024 * 1024;
/** What surrounds a payload: key, headers, the batch's own fields. */
const ENVELOPE_BYTES = 64 * 1024;
const HOUR_MS = 3_600_000;
const RETENTION = 'retention.ms';
/** The brokers delete nothing by age: what every group has handled is trimmed by topic-trimmer.ts. */
const UNTIL_TRIMMED = '-1';

/** Makes topics before they are written or read: brokers need not be allowed to make them by themselves. */
export class TopicMaker {
  private readonly client: kafkajs.Kafka;
  private readonly options: KafkaOptions;
  private readonly retentionHours: number;
  private readonly logger: Logger;
  private readonly made = new Set<string>();

  constructor(client: kafkajs.Kafka, options: KafkaOptions, retentionHours: number, logger: Logger) {
    this.client = client;
    this.options = options;
    this.retentionHours = retentionHours;
    this.logger = logger;
  }

  /** Makes those that are not there. One that is there keeps its settings, but for its retention. */
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
      await this.keepUntilTrimmed(
        admin,
        missing.filter((topic) => there.has(topic) && !isDeadTopic(topic)),
      );
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
    for (const topic of missing) this.made.add(topic);
  }

  /** The next `ensure` asks the cluster again: it may have been made anew. */
  forget(): void {
    this.made.clear();
  }

  /** An earlier version made topics from which the brokers delete by age, also what a group that is away has not handled. */
  private async keepUntilTrimmed(admin: kafkajs.Admin, topics: readonly string[]): Promise<void> {
    if (topics.length === 0) return;
    const type = kafkajs.ConfigResourceTypes.TOPIC;
    try {
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: topics.map((name) => ({ type, name })) });
      for (const { resourceName: name, configEntries } of resources) {
        if (configEntries.find((entry) => entry.configName === RETENTION)?.configValue === UNTIL_TRIMMED) continue;
        // The request replaces all settings of the topic.
        const own = configEntries.filter(
          (entry) => entry.configSource === kafkajs.ConfigSource.TOPIC_CONFIG && entry.configName !== RETENTION,
        );
        const kept = own.map(({ configName, configValue }) => ({ name: configName, value: configValue }));
        const configured = [...kept, { name: RETENTION, value: UNTIL_TRIMMED }];
        await admin.alterConfigs({ validateOnly: false, resources: [{ type, name, configEntries: configured }] });
      }
    } catch (error) {
      this.logger.warn({ topics, error: String(error) }, 'topics keep their retention: messages that are not handled in time are lost');
    }
  }

  private configOf(topic: string): kafkajs.ITopicConfig {
    const { partitions, replication, minInSync } = this.options;
    const configEntries = Object.entries({
      'min.insync.replicas': minInSync,
      'max.message.bytes': MAX_RECORD_BYTES + ENVELOPE_BYTES,
      [RETENTION]: isDeadTopic(topic) ? this.retentionHours * HOUR_MS : UNTIL_TRIMMED,
    }).map(([name, value]) => ({ name, value: String(value) }));
    return { topic, numPartitions: partitions, replicationFactor: replication, configEntries };
  }
}
