import type kafkajs from 'kafkajs';
import type pg from 'pg';
import type { Logger } from '../../logging/logger.ts';
import { kafkaGroup, retryTopic } from './topic-names.ts';

const HOUR_MS = 3_600_000;

/** A group that reads a topic, as consumers recorded it: brokers forget a group that is away for some days. */
interface Reader {
  readonly group: string;
  readonly topic: string;
}

/** Records that a group reads a topic: from now on the topic keeps what the group has not handled. */
export async function recordReader(pool: pg.Pool, { group, topic }: Reader): Promise<void> {
  await pool.query('insert into bus.kafka_reader (group_name, topic) values ($1, $2) on conflict do nothing', [group, topic]);
}

export interface TopicTrimmerOptions {
  readonly pool: pg.Pool;
  readonly client: kafkajs.Kafka;
  readonly prefix: string;
  readonly retentionHours: number;
  readonly logger: Logger;
}

/**
 * Deletes from the topics what is older than the retention and what every group that reads it has handled. The brokers themselves
 * delete nothing: they would also delete what a group that is away has not handled.
 */
export class TopicTrimmer {
  private readonly options: TopicTrimmerOptions;

  constructor(options: TopicTrimmerOptions) {
    this.options = options;
  }

  /** Returns whether every group has handled all that is older than the retention. */
  async trim(): Promise<boolean> {
    const { pool, client, logger } = this.options;
    const { rows } = await pool.query<Reader>('select group_name as "group", topic from bus.kafka_reader order by 1, 2');
    const admin = client.admin();
    await admin.connect();
    try {
      let handled = true;
      for (const [topic, groups] of byTrimmedTopic(rows))
        handled =
          (await this.trimTopic(admin, topic, groups).catch((error: unknown) => {
            logger.warn({ topic, error: String(error) }, 'a topic was not trimmed');
            return false;
          })) && handled;
      return handled;
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }

  /** `readers` are the Kafka groups of the topic. */
  private async trimTopic(admin: kafkajs.Admin, name: string, readers: readonly Reader[]): Promise<boolean> {
    const { prefix, retentionHours } = this.options;
    const topic = `${prefix}${name}`;
    const kept = await admin.fetchTopicOffsets(topic);
    const young = await admin.fetchTopicOffsetsByTimestamp(topic, Date.now() - retentionHours * HOUR_MS);
    const reached = await Promise.all(
      readers.map(async (reader) => {
        const [committed] = await admin.fetchOffsets({ groupId: kafkaGroup(prefix, reader.group, reader.topic), topics: [topic] });
        return new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      }),
    );
    let handled = true;
    const partitions: kafkajs.SeekEntry[] = [];
    for (const { partition, low } of kept) {
      const old = Number(young.find((entry) => entry.partition === partition)?.offset ?? low);
      // A group without an offset has handled nothing that the brokers know of.
      const upTo = Math.min(old, ...reached.map((offsets) => Math.max(offsets.get(partition) ?? -1, Number(low))));
      if (upTo < old) handled = false;
      if (upTo > Number(low)) partitions.push({ partition, offset: String(upTo) });
    }
    if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
    return handled;
  }
}

/** Each topic with all its readers, and each topic of replayed messages with its one. */
function byTrimmedTopic(readers: readonly Reader[]): ReadonlyMap<string, readonly Reader[]> {
  const topics = new Map<string, Reader[]>();
  for (const reader of readers) {
    topics.set(reader.topic, [...(topics.get(reader.topic) ?? []), reader]);
    topics.set(retryTopic(reader.topic, reader.group), [reader]);
  }
  return topics;
}
