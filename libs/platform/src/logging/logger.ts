import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Names under which something secret could reach a log line by mistake. */
const REDACTED = ['password', 'token', 'secret', 'authorization', 'cookie', 'credentials', 'db_key', 'api_hash'];

/** JSON lines on standard output, one record a line, with the service's name; secrets by those names are cut out. */
export function createLogger(service: string, level = 'info'): Logger {
  return pino({
    level,
    base: { service },
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
  });
}
