import kafkajs from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { KafkaOptions } from './kafka-options.ts';

const CONNECT_MS = 5_000;
const REQUEST_MS = 15_000;
/** Few tries inside the library: its callers here wait and try again themselves, and can be stopped while they do. */
const RETRY = { initialRetryTime: 100, retries: 3 };

/** A client of the library that logs through our logger. It does not connect yet. */
export function kafkaClient(options: KafkaOptions, logger: Logger): kafkajs.Kafka {
  const { brokers, tls, ca, sasl } = options;
  return new kafkajs.Kafka({
    clientId: 'leakwatch',
    brokers: [...brokers],
    connectionTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: RETRY,
    ssl: tls && (ca === undefined ? true : { ca: [ca] }),
    ...(sasl !== undefined && { sasl: saslOptions(sasl) }),
    logLevel: kafkajs.logLevel.WARN,
    // What the library calls an error (a broker that is away) is tried again here; it must not look like an internal error.
    logCreator: () => (entry) => logger.debug({ context: `kafka ${entry.namespace}` }, entry.log.message),
  });
}

function saslOptions({ mechanism, username, password }: NonNullable<KafkaOptions['sasl']>): kafkajs.SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
}
