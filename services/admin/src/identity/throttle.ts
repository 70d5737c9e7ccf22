import { Inject, Injectable } from '@nestjs/common';
import { LeakwatchError, sha256Hex, REDIS } from '@leakwatch/platform';
import type { Redis } from 'ioredis';

/**
 * Tries of one account from one address within the window; from other addresses its owner still gets in.
 * An address as a whole gets more: an office signs in through one.
 */
export const LOGIN_TRIES = { accountAndAddress: 10, address: 100, windowSeconds: 60 } as const;

/** Slows down who tries passwords. The answer is the same whether the account exists. */
@Injectable()
export class LoginThrottle {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Throws too_many_requests when the account or the address had too many tries. */
  async count(login: string, address: string): Promise<void> {
    const both = await this.tries(`login:${sha256Hex(`${login}|${address}`)}`);
    const alone = await this.tries(`login:${sha256Hex(address)}`);
    if (both > LOGIN_TRIES.accountAndAddress || alone > LOGIN_TRIES.address)
      throw new LeakwatchError('too_many_requests', 429, { details: { seconds: LOGIN_TRIES.windowSeconds } });
  }

  private async tries(key: string): Promise<number> {
    const [[, count] = []] = (await this.redis.multi().incr(key).expire(key, LOGIN_TRIES.windowSeconds, 'NX').exec()) ?? [];
    return Number(count);
  }
}
