import type { Logger } from '../../logging/logger.ts';

/** How the brokers are reached and how topics are made. */
export interface KafkaOptions {
  /** `host:port` of some brokers; the others are learnt from them. */
  readonly brokers: readonly string[];
  /** Stands before every topic and group, so that several installations can share a cluster. */
  readonly prefix: string;
  readonly partitions: number;
  readonly replication: number;
  readonly minInSync: number;
  readonly tls: boolean;
  /** PEM of the authority that signed the brokers' certificates; the system's ones when not given. */
  readonly ca: string | undefined;
  readonly sasl: SaslOptions | undefined;
}

export interface SaslOptions {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

export interface KafkaBusOptions {
  readonly kafka: KafkaOptions;
  /** PostgreSQL, for the outbox, attempts and dead letters. */
  readonly url: string;
  readonly logger: Logger;
  readonly maxAttempts: number;
  /** How often the outbox is looked at when no notification arrives, in milliseconds. */
  readonly pollMs: number;
  readonly retentionHours: number;
}
