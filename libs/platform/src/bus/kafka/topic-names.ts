/** Where one group's dead letters can be read by other tools; what counts is the table. */
export const deadTopic = (topic: string, group: string) => `${topic}.${group}.dead`;
export const isDeadTopic = (topic: string) => topic.endsWith('.dead');

/** What is replayed to one group alone. The group reads it beside the topic itself. */
export const retryTopic = (topic: string, group: string) => `${topic}.${group}.retry`;

/**
 * Consumers of one Kafka group must all read the same topics, or its partitions are shared out wrongly: each topic of a
 * group of ours is a Kafka group of its own.
 */
export const kafkaGroup = (prefix: string, group: string, topic: string) => `${prefix}${group}.${topic}`;

export const isGroupOf = (prefix: string, group: string, candidate: string) => candidate.startsWith(`${prefix}${group}.`);
/** The group of ours that a Kafka group belongs to; undefined for one of other programs. Names of groups hold no dot. */
export const groupOf = (prefix: string, candidate: string): string | undefined =>
  candidate.startsWith(prefix) ? candidate.slice(prefix.length).split('.', 1)[0] : undefined;
export const topicOfGroup = (prefix: string, group: string, candidate: string) => candidate.slice(`${prefix}${group}.`.length);
