/** Where one group's dead letters can be read by other tools; what counts is the table. */
export const deadTopic = (topic: string, group: string) => `${topic}.${group}.dead`;

/** What is replayed to one group alone. The group reads it beside the topic itself. */
export const retryTopic = (topic: string, group: string) => `${topic}.${group}.retry`;

/**
 * Consumers of one Kafka group must all read the same topics, or its partitions are shared out wrongly: each topic of a
 * group of ours is a Kafka group of its own.
 */
export const kafkaGroup = (prefix: string, group: string, topic: string) => `${prefix}${group}.${topic}`;

export const isGroupOf = (prefix: string, group: string, candidate: string) => candidate.startsWith(`${prefix}${group}.`);
export const topicOfGroup = (prefix: string, group: string, candidate: string) => candidate.slice(`${prefix}${group}.`.length);
