import type { Redis } from 'ioredis';
import { sha256Hex } from '../crypto/ids.ts';
import { LeakwatchError, Unavailable } from '../errors/leakwatch-error.ts';
import { networkOf } from './network-of.ts';

/** So many attempts within a window that begins with the first of them. */
export interface RateLimit {
  /** Names the counter: two limits of one name share it. */
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

export interface Attempt {
  readonly allowed: boolean;
  /** Until the window ends. */
  readonly secondsLeft: number;
}

/** Who is counted by an address. */
export interface CountedFrom {
  readonly address: string;
  /** Of a proxy that `TRUSTED_PROXIES` does not name: many people may have it. */
  readonly shared?: true | undefined;
}

/** How many times the bound of one address the people of an installation have together who all seem to have it. */
const SHARED_FACTOR = 100;

const keyOf = (limit: RateLimit, by: string) => `rate:${limit.name}:${sha256Hex(by)}`;

const GIVE_BACK = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`;

/**
 * Counts attempts in Redis, whatever becomes of them; what they are counted by is stored as a hash. While Redis does not
 * answer nothing is allowed: every method throws Unavailable.
 */
export class RateLimiter {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** Counts one attempt. */
  async take(limit: RateLimit, by: string): Promise<Attempt> {
    const key = keyOf(limit, by);
    const replies = await this.on((redis) => redis.multi().incr(key).expire(key, limit.seconds, 'NX').ttl(key).exec());
    const [counted, , left] = replies ?? [];
    const used = counted?.[1];
    // A transaction that Redis dropped has counted nothing: it allows nothing.
    if (typeof used !== 'number') throw new Unavailable('unavailable', counted?.[0]);
    const secondsLeft = typeof left?.[1] === 'number' && left[1] > 0 ? left[1] : limit.seconds;
    return { allowed: used <= limit.attempts, secondsLeft };
  }

  /** Counts one attempt. Throws too_many_requests with the seconds until the window ends when it is one too many. */
  async require(limit: RateLimit, by: string): Promise<void> {
    const { allowed, secondsLeft } = await this.take(limit, by);
    if (!allowed) throw new LeakwatchError('too_many_requests', 429, { details: { seconds: secondsLeft } });
  }

  /** Counts one attempt of an address, as `require` does. Every bound of an address is asked for here. */
  requireFrom(limit: RateLimit, { address, shared }: CountedFrom): Promise<void> {
    return this.require(shared === true ? { ...limit, attempts: limit.attempts * SHARED_FACTOR } : limit, networkOf(address));
  }

  /** Takes one attempt back that turned out to be a good one. */
  async giveBack(limit: RateLimit, by: string): Promise<void> {
    await this.on((redis) => redis.eval(GIVE_BACK, 1, keyOf(limit, by)));
  }

  /** Forgets the attempts. */
  async reset(limits: readonly RateLimit[], by: string): Promise<void> {
    await this.on((redis) => redis.del(...limits.map((limit) => keyOf(limit, by))));
  }

  private async on<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw new Unavailable('unavailable', error);
    }
  }
}
