import { Inject, Injectable } from '@nestjs/common';
import { LeakwatchError, sha256Hex } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { REDIS } from '../session.store.ts';
import type { TypedCode } from './two-factor.domain.ts';

/**
 * Tries of codes within a window. Three of a million codes fit at a time: 30 tries a day find one within a year in 3 of
 * 100 cases. That bound of an account counts only tries from addresses where it never passed, and no recovery codes,
 * which nobody guesses: who knows the password and tries from everywhere does not lock the owner out.
 */
export const CODE_TRIES = {
  accountAndAddress: { tries: 10, seconds: 3600 },
  address: { tries: 100, seconds: 3600 },
  accountElsewhere: { tries: 30, seconds: 86_400 },
} as const;
/** How long an address counts as one of the account's own after a code was passed from it. */
const KNOWN_SECONDS = 30 * 86_400;

type Bound = (typeof CODE_TRIES)[keyof typeof CODE_TRIES];

/** Slows down who tries codes. What is counted comes before the check, so that many at once are counted too. */
@Injectable()
export class CodeThrottle {
  private readonly redis: Redis;

  constructor(@Inject(REDIS) redis: Redis) {
    this.redis = redis;
  }

  /** Throws too_many_requests, whether the code would have been right or not. */
  async count(account: string, address: string, kind: TypedCode['kind']): Promise<void> {
    const elsewhere = kind !== 'recovery' && (await this.redis.exists(this.knownKey(account, address))) === 0;
    const over = [
      await this.isOver(this.pairKey(account, address), CODE_TRIES.accountAndAddress),
      await this.isOver(`code:${sha256Hex(address)}`, CODE_TRIES.address),
      elsewhere && (await this.isOver(`code:${account}`, CODE_TRIES.accountElsewhere)),
    ];
    if (over.some(Boolean))
      throw new LeakwatchError('too_many_requests', 429, { details: { seconds: CODE_TRIES.accountAndAddress.seconds } });
  }

  /** A code was right: the address is one of the account's own from now on. */
  async passed(account: string, address: string): Promise<void> {
    await this.redis.multi().del(this.pairKey(account, address)).set(this.knownKey(account, address), '1', 'EX', KNOWN_SECONDS).exec();
  }

  private async isOver(key: string, { tries, seconds }: Bound): Promise<boolean> {
    const [[, count] = []] = (await this.redis.multi().incr(key).expire(key, seconds, 'NX').exec()) ?? [];
    return Number(count) > tries;
  }

  private readonly pairKey = (account: string, address: string) => `code:${sha256Hex(`${account}|${address}`)}`;
  private readonly knownKey = (account: string, address: string) => `code-passed:${sha256Hex(`${account}|${address}`)}`;
}
