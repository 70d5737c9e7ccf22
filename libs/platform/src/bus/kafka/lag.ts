import type kafkajs from 'kafkajs';
import { groupOf, isGroupOf, kafkaGroup, retryTopic, topicOfGroup } from './topic-names.ts';

/** What the brokers hold for a group beyond what it committed, by topic without prefix. */
export async function lagByTopic(client: kafkajs.Kafka, prefix: string, group: string): Promise<ReadonlyMap<string, number>> {
  const admin = client.admin();
  await admin.connect();
  try {
    const lags = new Map<string, number>();
    const { groups } = await admin.listGroups();
    for (const { groupId } of groups.filter((one) => isGroupOf(prefix, group, one.groupId))) {
      const topic = topicOfGroup(prefix, group, groupId);
      let lag = 0;
      for (const read of [topic, retryTopic(topic, group)])
        lag += await behind(admin, kafkaGroup(prefix, group, topic), `${prefix}${read}`);
      lags.set(topic, lag);
    }
    return lags;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** The groups of this installation that the brokers know. */
export async function consumingGroups(client: kafkajs.Kafka, prefix: string): Promise<readonly string[]> {
  const admin = client.admin();
  await admin.connect();
  try {
    const { groups } = await admin.listGroups();
    return groups.flatMap(({ groupId }) => groupOf(prefix, groupId) ?? []);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function behind(admin: kafkajs.Admin, groupId: string, topic: string): Promise<number> {
  const ends = await admin.fetchTopicOffsets(topic);
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const reached = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  return ends.reduce((sum, { partition, high, low }) => {
    const offset = reached.get(partition) ?? -1;
    return sum + Number(high) - Math.max(offset, Number(low));
  }, 0);
}
