import type kafkajs from 'kafkajs';
import type { TopicMaker } from './topic-maker.ts';

/** Acknowledged by all replicas that are in sync. */
const ALL_IN_SYNC = -1;

export interface TopicMessage {
  readonly topic: string;
  readonly message: kafkajs.Message;
}

/** Sends to topics that it makes first. Idempotent: what the library sends again by itself is stored once. */
export class TopicProducer {
  private readonly client: kafkajs.Kafka;
  private readonly topics: TopicMaker;
  private readonly prefix: string;
  private current: Promise<kafkajs.Producer> | undefined;

  constructor(client: kafkajs.Kafka, topics: TopicMaker, prefix: string) {
    this.client = client;
    this.topics = topics;
    this.prefix = prefix;
  }

  /** In the order given for each topic and key. Throws when it is not known that all of them are stored. */
  async send(messages: readonly TopicMessage[]): Promise<void> {
    const byTopic = new Map<string, kafkajs.Message[]>();
    for (const { topic, message } of messages) {
      const list = byTopic.get(`${this.prefix}${topic}`) ?? [];
      list.push(message);
      byTopic.set(`${this.prefix}${topic}`, list);
    }
    try {
      await this.topics.ensure([...byTopic.keys()]);
      const producer = await (this.current ??= this.open());
      await producer.sendBatch({
        acks: ALL_IN_SYNC,
        topicMessages: [...byTopic].map(([topic, list]) => ({ topic, messages: list })),
      });
    } catch (error) {
      // After a failure its sequence may not fit the brokers' any more: the next try begins with a new one.
      this.topics.forget();
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const opened = this.current;
    this.current = undefined;
    await opened?.then((producer) => producer.disconnect()).catch(() => undefined);
  }

  private async open(): Promise<kafkajs.Producer> {
    const producer = this.client.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false });
    await producer.connect();
    return producer;
  }
}
