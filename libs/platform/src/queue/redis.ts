import { type Command, Redis, ReplyError } from 'ioredis';
import { CONNECTION_LOST } from '../errors/connection-lost.ts';
import type { Logger } from '../logging/logger.ts';

const RECONNECT_MAX_MS = 2_000;

/** A Redis that does not answer in this time counts as away: a browser gives up after 30 s. */
const ANSWER_MS = 10_000;

/** Codes with which Redis answers while it cannot serve; the first word of an answer that is an error is its code. */
const AWAY_REPLIES = new Set(['LOADING', 'MASTERDOWN', 'READONLY']);

/**
 * ioredis fails commands with plain errors when the connection is away. This gives them a code before their caller sees them:
 * an error that is no answer of Redis is about the connection.
 */
class TypedRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    command.promise.catch((error: unknown) => {
      if (!(error instanceof Error) || 'code' in error) return;
      const isReply = error instanceof ReplyError;
      if (!isReply || AWAY_REPLIES.has(error.message.split(' ', 1)[0] ?? '')) Object.assign(error, { code: CONNECTION_LOST });
    });
    return super.sendCommand(command, stream);
  }
}

/**
 * A connection to Redis that keeps reconnecting. `waits` for workers, whose commands wait until Redis is back;
 * everything else fails fast.
 */
export function openRedis(url: string, logger: Logger, use: 'fails-fast' | 'waits' = 'fails-fast'): Redis {
  const redis = new TypedRedis(url, {
    maxRetriesPerRequest: use === 'waits' ? null : 1,
    enableOfflineQueue: use === 'waits',
    ...(use === 'fails-fast' && { commandTimeout: ANSWER_MS }),
    retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
    lazyConnect: false,
  });
  reportOutages(redis, logger);
  return redis;
}

/** One line at the beginning of an outage, with its reason, and one at its end; the reconnects between them are for debugging. */
function reportOutages(redis: Redis, logger: Logger): void {
  let away = false;
  redis.on('error', (error: Error) => {
    logger[away ? 'debug' : 'warn']({ error: error.message, setting: 'REDIS_URL' }, 'Redis cannot be used');
    away = true;
  });
  redis.on('ready', () => {
    if (away) logger.info({}, 'Redis can be used again');
    away = false;
  });
}
