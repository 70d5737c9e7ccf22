import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';

const RECONNECT_MAX_MS = 2_000;

/** A Redis that does not answer in this time counts as away: a browser gives up after 30 s. */
const ANSWER_MS = 10_000;

/**
 * A connection to Redis that keeps reconnecting. `waits` for workers, whose commands wait until Redis is back;
 * everything else fails fast.
 */
export function openRedis(url: string, logger: Logger, use: 'fails-fast' | 'waits' = 'fails-fast'): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: use === 'waits' ? null : 1,
    enableOfflineQueue: use === 'waits',
    ...(use === 'fails-fast' && { commandTimeout: ANSWER_MS }),
    retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
    lazyConnect: false,
  });
  redis.on('error', (error: Error) => logger.debug({ error: error.message }, 'redis connection'));
  return redis;
}
