import { readFile } from 'node:fs/promises';
import { InvalidSettings } from '../config/load-settings.ts';
import type { DatabaseSettings } from '../config/settings.ts';
import type { Logger } from '../logging/logger.ts';
import type { Bus } from './bus.port.ts';
import type { KafkaOptions } from './kafka/kafka-options.ts';
import { PostgresBus } from './postgres/postgres-bus.ts';

/** Kafka where `KAFKA_BROKERS` is set, PostgreSQL itself otherwise. */
export async function openBus(settings: DatabaseSettings, logger: Logger): Promise<Bus> {
  const options = {
    url: settings.DATABASE_URL,
    logger,
    maxAttempts: settings.BUS_MAX_ATTEMPTS,
    pollMs: settings.BUS_POLL_SECONDS * 1000,
    retentionHours: settings.BUS_RETENTION_HOURS,
  };
  const kafka = await kafkaOptions(settings);
  if (kafka === undefined) return new PostgresBus(options);
  const { KafkaBus } = await import('./kafka/kafka-bus.ts');
  return new KafkaBus({ ...options, kafka });
}

async function kafkaOptions(settings: DatabaseSettings): Promise<KafkaOptions | undefined> {
  const { KAFKA_BROKERS: brokers, KAFKA_CA_FILE: caFile } = settings;
  if (brokers === undefined) return undefined;
  return {
    brokers,
    prefix: settings.KAFKA_TOPIC_PREFIX,
    partitions: settings.KAFKA_PARTITIONS,
    replication: settings.KAFKA_REPLICATION,
    minInSync: settings.KAFKA_MIN_INSYNC,
    tls: settings.KAFKA_TLS,
    ca: caFile === undefined ? undefined : await readAuthority(caFile),
    sasl: saslOf(settings),
  };
}

async function readAuthority(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new InvalidSettings(`Setting KAFKA_CA_FILE: ${file} cannot be read (${String(error)})`);
  }
}

function saslOf(settings: DatabaseSettings): KafkaOptions['sasl'] {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = settings;
  if (mechanism === undefined) return undefined;
  if (username === undefined || password === undefined)
    throw new InvalidSettings('Setting KAFKA_SASL_MECHANISM: needs KAFKA_USERNAME and KAFKA_PASSWORD');
  return { mechanism, username, password };
}
