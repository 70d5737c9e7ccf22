import { Inject, Injectable } from '@nestjs/common';
import { LeakwatchError, sha256Hex, REDIS } from '@leakwatch/platform';
import type { Redis } from 'ioredis';

interface Bound {
  readonly tries: number;
  readonly seconds: number;
}

/**
 * How often something may be tried. An office signs in through one address, so an address has more room than one account;
 * a code is 256 bits long, so its bound only keeps the noise down.
 */
export const TRIES = {
  recovery_address: { tries: 30, seconds: 600 },
  recovery_account: { tries: 3, seconds: 900 },
  code_address: { tries: 60, seconds: 60 },
  /** Tokens that the gateway does not know yet, or not from there: a good one is asked for once in five minutes. */
  token_address: { tries: 300, seconds: 60 },
  /** Each request mails everybody of an organisation. */
  identity_account: { tries: 3, seconds: 3600 },
  identity_address: { tries: 30, seconds: 3600 },
  token_account: { tries: 20, seconds: 3600 },
  /** Messages to the bot from one chat, codes among them. */
  telegram_chat: { tries: 20, seconds: 600 },
  old_password: { tries: 10, seconds: 60 },
} as const satisfies Record<string, Bound>;

/** Counts tries in Redis, whatever becomes of them. What is counted by stands there as a hash. */
@Injectable()
export class Tries {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** True while there is room. */
  async take(name: keyof typeof TRIES, by: string): Promise<boolean> {
    const { tries, seconds } = TRIES[name];
    const key = `tries:${name}:${sha256Hex(by)}`;
    const [[, count] = []] = (await this.redis.multi().incr(key).expire(key, seconds, 'NX').exec()) ?? [];
    return Number(count) <= tries;
  }

  /** Throws too_many_requests when there is no room. */
  async demand(name: keyof typeof TRIES, by: string): Promise<void> {
    if (await this.take(name, by)) return;
    throw new LeakwatchError('too_many_requests', 429, { details: { seconds: TRIES[name].seconds } });
  }
}
