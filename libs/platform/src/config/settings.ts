import { z } from 'zod';
import { addressesOf } from '../http/service-addresses.ts';
import { isNetwork } from './network.ts';

const port = (value: number) => z.coerce.number().int().min(1).max(65_535).default(value);
const flag = (value: boolean) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default(value ? 'true' : 'false')
    .transform((text) => text === 'true');
const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const addresses = (value: string) =>
  z
    .string()
    .refine((text) => addressesOf(text).every(isHttp), 'must be http addresses, several of them with commas')
    .default(value);
const httpAddress = z
  .string()
  .refine((text) => isHttp(text) && !/[?#@]/.test(text), 'must be an http address without credentials and query')
  .transform((text) => text.replace(/\/+$/, ''));
const httpBase = (value: string) => httpAddress.default(value);
const seconds = (value: number) => z.coerce.number().int().min(1).max(86_400).default(value);
const megabytes = (value: number) => z.coerce.number().int().min(1).max(1_000_000).default(value);
const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, several with commas');
const brokers = z
  .string()
  .transform((text) => text.split(',').map((broker) => broker.trim()))
  .refine(
    (list) => list.every((broker) => /^[^\s:/]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/.test(broker)),
    'must be host:port, several with commas',
  );

/**
 * Every setting there is: a variable of the environment with its default and what it is for.
 * `docs/operating.md` lists this table; a test compares the two.
 */
export const settingsSchema = z.object({
  LEAKWATCH_HOME: z.string().default('.leakwatch').describe('Folder for data, keys and logs of an installation on one machine'),
  LEAKWATCH_HOST: z.string().default('127.0.0.1').describe('Address on which the console is served'),
  LEAKWATCH_PORT: port(8080).describe('Port on which the console is served'),
  LEAKWATCH_PUBLIC_URL: z.url().optional().describe('Address of the console as people see it, also in mails; https makes cookies Secure'),
  TRUSTED_PROXIES: networks
    .optional()
    .describe('Proxies in front of the gateway, addresses or networks with commas: who asks stands in their `X-Forwarded-For`'),
  LEAKWATCH_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .describe('Key for internal signatures and for encryption at rest; `npm start` makes one and keeps it'),
  LEAKWATCH_ADMIN_EMAIL: z
    .email()
    .optional()
    .describe('E-mail of the first staff account; `npm start` makes one that nobody can guess and keeps it'),
  LEAKWATCH_ADMIN_PASSWORD: z.string().min(9).optional().describe('Its password; generated and kept when not given'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('Least level of log lines'),
  DATABASE_URL: z.url().optional().describe('PostgreSQL 15 or newer, as a role that may create roles; embedded when not given'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(4).describe('Connections of each service process'),
  REDIS_URL: z.url().optional().describe('Redis 6.2 or newer with noeviction; embedded when not given'),
  S3_ENDPOINT: z.url().optional().describe('S3 store for evidence; a folder when not given'),
  S3_BUCKET: z.string().default('leakwatch').describe('Bucket in the S3 store'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the S3 store'),
  S3_ACCESS_KEY: z.string().optional().describe('Access key of the S3 store'),
  S3_SECRET_KEY: z.string().optional().describe('Secret key of the S3 store'),
  SMTP_URL: z.url().optional().describe('Mail server, smtp:// or smtps://; files in a folder when not given'),
  MAIL_FROM: z.string().default('Leakwatch <leakwatch@localhost>').describe('Sender of mails'),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Whom people turn to when they do not get in: an e-mail, a number or an address, shown as it is given'),
  SERVICE_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address on which the five services behind the gateway listen; 0.0.0.0 in a container'),
  ADMIN_URL: addresses('http://127.0.0.1:8101').describe('Where the admin service is reached'),
  TASKS_URL: addresses('http://127.0.0.1:8102').describe('Where the tasks service is reached'),
  CRAWLER_URL: addresses('http://127.0.0.1:8103').describe('Where the crawler is reached'),
  EVENTS_URL: addresses('http://127.0.0.1:8104').describe('Where the events service is reached'),
  REPORTS_URL: addresses('http://127.0.0.1:8105').describe('Where the reports service is reached'),
  SESSION_IDLE_SECONDS: seconds(1800).describe('A session without activity ends after this'),
  SESSION_ABSOLUTE_SECONDS: seconds(43_200).describe('A session ends after this in any case'),
  BOT_CHECK: z
    .enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'off'])
    .default('altcha')
    .describe('How people are told from programs at the sign-in: altcha is work for the browser and asks nobody else'),
  BOT_CHECK_SITE_KEY: z.string().min(1).optional().describe('Site key at reCAPTCHA, hCaptcha or Turnstile'),
  BOT_CHECK_SECRET: z.string().min(1).optional().describe('Secret for that'),
  BOT_CHECK_VERIFY_URL: z.url().optional().describe('Where tokens are verified, when not at the vendor’s own address'),
  BOT_CHECK_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.5).describe('Least score of reCAPTCHA that counts as a person'),
  BREACHED_PASSWORDS_URL: httpAddress
    .optional()
    .describe('Range service of breached passwords, such as `https://api.pwnedpasswords.com/range/`; it gets five digits of a hash'),
  TELEGRAM_BOT_API_URL: httpBase('https://api.telegram.org').describe('Bot API of Telegram, or of a server of one’s own'),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[A-Za-z0-9_-]{20,100}$/, 'must be a token as BotFather gives it')
    .optional()
    .describe('Token of the bot that sends notifications; nobody can connect a chat when not given'),
  BUS_POLL_SECONDS: seconds(2).describe('How often consumers look for messages when no notification arrives'),
  // At least 2: only from the second try on is a message handled alone, so that it is surely the one to blame.
  BUS_MAX_ATTEMPTS: z.coerce.number().int().min(2).max(100).default(5).describe('Tries of a message before it is a dead letter'),
  BUS_RETENTION_HOURS: z.coerce.number().int().min(1).max(8760).default(168).describe('How long consumed messages are kept'),
  KAFKA_BROKERS: brokers
    .optional()
    .describe('Brokers of Apache Kafka, host:port with commas; PostgreSQL carries the messages when not given'),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9._-]*$/, 'letters, digits, dots, dashes and underscores')
    .default('leakwatch.')
    .describe('Stands before the names of topics and groups'),
  KAFKA_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(8)
    .describe('Partitions of a topic that is made; more let more processes work at once'),
  KAFKA_REPLICATION: z.coerce.number().int().min(1).max(10).default(1).describe('Brokers that keep each partition of a topic that is made'),
  KAFKA_MIN_INSYNC: z.coerce
    .number()
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe('Of them, how many must have a message before it counts as stored'),
  KAFKA_TLS: flag(false).describe('Whether brokers are spoken to over TLS'),
  KAFKA_CA_FILE: z.string().optional().describe('PEM file of the authority that signed the brokers’ certificates'),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional().describe('How to sign in at the brokers'),
  KAFKA_USERNAME: z.string().optional().describe('Name for that'),
  KAFKA_PASSWORD: z.string().optional().describe('Password for that'),
  LAUNCH_INTERVAL_SECONDS_GIT_REPO: seconds(300).describe('Pause between two launches of a task on its git repositories'),
  LAUNCH_INTERVAL_SECONDS_GITHUB: seconds(3600).describe('The same on GitHub, whose search gives each token 10 requests a minute'),
  LAUNCH_INTERVAL_SECONDS_GIST: seconds(900).describe('The same on gists, of which a new one must not leave the public list unseen'),
  LAUNCH_INTERVAL_SECONDS_PASTEBIN: seconds(300).describe('The same on Pastebin, whose list of new pastes is short'),
  LAUNCH_INTERVAL_SECONDS_GITLAB_CLOUD: seconds(3600).describe('The same on GitLab, whose search is limited for each account'),
  LAUNCH_INTERVAL_SECONDS_TELEGRAM: seconds(300).describe('The same on Telegram channels, which are read from where they were left'),
  LAUNCH_INTERVAL_SECONDS_GOOGLE_DOCS: seconds(86_400).describe('The same on Google documents, whose search has a small quota for a day'),
  DIGEST_INTERVAL_SECONDS: seconds(3600).describe('Least time between two digests (by mail and in Telegram) of one task’s new events'),
  REPORT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe('Days for which the file of a report is kept; afterwards it can be made again'),
  GIT_ALLOW_PRIVATE_ADDRESSES: flag(false).describe('Whether repositories on private and local addresses may be monitored'),
  GIT_ALLOW_FILE: flag(false).describe('Whether repositories may be paths on the crawler’s machine'),
  GIT_REPOSITORY_MAX_MB: megabytes(10_240).describe('A repository that grows over this is an error'),
  GIT_BLOB_MAX_MB: megabytes(64).describe('A blob over this is counted as not read'),
  GIT_TIMEOUT_SECONDS: seconds(3600).describe('A clone or fetch that takes longer is an error'),
  CRAWLER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2).describe('Launches that one crawler process works on at once'),
  GITHUB_API_URL: httpBase('https://api.github.com').describe(
    'API of GitHub, or of a GitHub Enterprise server, that is asked for repositories',
  ),
  GITHUB_TOKEN: z.string().min(1).optional().describe('Token for that; GitHub is asked anonymously, 60 times an hour, when not given'),
  GITLAB_URL: httpBase('https://gitlab.com').describe('GitLab that is asked for repositories'),
  GITLAB_TOKEN: z.string().min(1).optional().describe('Token with read_api for that; GitLab is asked anonymously when not given'),
});
export type Settings = z.output<typeof settingsSchema>;
