import { z } from 'zod';
import { brokers, count, flag, httpAddress, httpOrigin, keyRing, port, required, seconds, sender, serverAddress } from './fields.ts';

/*
 * Settings of the facilities of this library, in groups. A service puts the groups that it uses into its own schema, beside
 * the settings that it declares itself; it is started with those variables alone (docs/architecture.md, "A setting").
 */

/** Every service. */
export const coreSettings = z.object({
  LEAKWATCH_HOME: z.string().default('.leakwatch').describe('Folder for data, keys and logs of an installation on one machine'),
  LEAKWATCH_SIGNING_KEYS: keyRing.describe(
    'Keys for internal signatures, `version:secret` with commas: the first signs, each verifies; `npm start` makes one and keeps it',
  ),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('Minimum level of log lines'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address on which metrics are served; 0.0.0.0 in a container'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe('Port at which a process answers `GET /metrics`; nothing is measured when not given'),
  REDIS_URL: serverAddress('redis', 'rediss').describe('Redis 6.2 or newer with noeviction; embedded when not given'),
});
export type CoreSettings = z.output<typeof coreSettings>;

/** A service that seals what is secret at rest, or opens it. */
export const sealingSettings = z.object({
  LEAKWATCH_SEALING_KEYS: keyRing.describe(
    'Keys for encryption at rest, `version:secret` with commas: the first seals, each opens; `npm start` makes one and keeps it',
  ),
});
export type SealingSettings = z.output<typeof sealingSettings>;

/** A service that recognises the same secret without keeping it. */
export const fingerprintSettings = z.object({
  LEAKWATCH_FINGERPRINT_KEY: z
    .string(required)
    .min(32, 'at least 32 characters')
    .describe('Key for the hashes by which equal secrets are recognised; it cannot be changed. `npm start` makes one and keeps it'),
});
export type FingerprintSettings = z.output<typeof fingerprintSettings>;

/** A service behind the gateway: tables, the bus, and where it listens. */
export const databaseSettings = z.object({
  DATABASE_URL: serverAddress('postgres', 'postgresql').describe(
    'PostgreSQL 15 or newer: as the owner of the database, who may create roles, for `npm start` and the migrations; as the login of a service for its processes. Embedded when not given',
  ),
  DATABASE_POOL: count(4, 200).describe('Connections of each service process'),
  SERVICE_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address on which the five services behind the gateway listen; 0.0.0.0 in a container'),
  BUS_POLL_SECONDS: seconds(2).describe('How often consumers look for messages when no notification arrives'),
  // At least 2: only from the second attempt on is a message handled alone, which shows that it is the one to blame.
  BUS_MAX_ATTEMPTS: z.coerce.number().int().min(2).max(100).default(5).describe('Attempts to handle a message before it is a dead letter'),
  BUS_RETENTION_HOURS: count(168, 8760).describe('How long consumed messages are kept'),
  KAFKA_BROKERS: brokers
    .optional()
    .describe('Brokers of Apache Kafka, host:port with commas; PostgreSQL carries the messages when not given'),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9._-]*$/, 'letters, digits, dots, dashes and underscores')
    .default('leakwatch.')
    .describe('Prefix of the names of topics and consumer groups'),
  KAFKA_PARTITIONS: count(8, 1000).describe('Partitions of a topic that is created; more of them let more processes work at once'),
  KAFKA_REPLICATION: count(1, 10).describe('Replicas of each partition of a topic that is created'),
  KAFKA_MIN_INSYNC: count(1, 10).describe('Replicas that must have a message before it counts as stored'),
  KAFKA_TLS: flag(false).describe('Whether the connection to the brokers uses TLS'),
  KAFKA_CA_FILE: z.string().optional().describe('PEM file of the authority that signed the brokers’ certificates'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('SASL mechanism with which services sign in at the brokers'),
  KAFKA_USERNAME: z.string().optional().describe('User name for SASL'),
  KAFKA_PASSWORD: z.string().optional().describe('Password for SASL'),
});
export type DatabaseSettings = z.output<typeof databaseSettings>;

/** A service that stores files. */
export const objectSettings = z.object({
  S3_ENDPOINT: httpAddress.optional().describe('S3 store for the files of reports, logos and kept content; a folder when not given'),
  S3_BUCKET: z.string().default('leakwatch').describe('Bucket in the S3 store'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the S3 store'),
  S3_ACCESS_KEY: z.string().optional().describe('Access key of the S3 store'),
  S3_SECRET_KEY: z.string().optional().describe('Secret key of the S3 store'),
});

/** A service that sends mail. */
export const mailSettings = z.object({
  SMTP_URL: serverAddress('smtp', 'smtps').optional().describe('Mail server, smtp:// or smtps://; files in a folder when not given'),
  MAIL_FROM: sender.default('Leakwatch <leakwatch@localhost>').describe('Sender of mails'),
});

/** A service that writes links to the console or sets its cookies. */
export const consoleAddressSettings = z.object({
  LEAKWATCH_HOST: z.string().default('127.0.0.1').describe('Address on which the console is served'),
  LEAKWATCH_PORT: port(8080).describe('Port on which the console is served'),
  LEAKWATCH_PUBLIC_URL: httpOrigin
    .optional()
    .describe('Address of the console as people see it, also in mails; https makes cookies Secure'),
});
