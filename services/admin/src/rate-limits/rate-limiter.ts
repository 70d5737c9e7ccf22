import { Inject, Injectable } from '@nestjs/common';
import { LeakwatchError, sha256Hex, Unavailable } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { REDIS } from '../rate-limits/redis.ts';

export interface RateLimit {
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

const keyOf = (limit: RateLimit, by: string) => `rate:${limit.name}:${sha256Hex(by)}`;
const GIVE_BACK = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`;

/** Counts attempts in Redis, whether they succeed or not. */
@Injectable()
export class RateLimiter {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async take(limit: RateLimit, by: string): Promise<{ allowed: boolean }> {
    const key = keyOf(limit, by);
    const [counted] = (await this.redis.multi().incr(key).expire(key, limit.seconds, 'NX').exec()) ?? [];
    const used = counted?.[1];
    if (typeof used !== 'number') throw new Unavailable('unavailable', counted?.[0]);
    return { allowed: used <= limit.attempts };
  }

  async require(limit: RateLimit, by: string): Promise<void> {
    const { allowed } = await this.take(limit, by);
    if (!allowed) throw new LeakwatchError('too_many_requests', 429, { details: { seconds: limit.seconds } });
  }

  async giveBack(limit: RateLimit, by: string): Promise<void> {
    await this.redis.eval(GIVE_BACK, 1, keyOf(limit, by));
  }

  async reset(limits: readonly RateLimit[], by: string): Promise<void> {
    await this.redis.del(...limits.map((limit) => keyOf(limit, by)));
  }
}
