import { Inject, Injectable } from '@nestjs/common';
import { LeakwatchError, sha256Hex, REDIS } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import type { TypedCode } from './two-factor.domain.ts';

/**
 * Tries of codes within a window. Three of a million codes fit at a time: 30 tries a day find one within a year in 3 of
 * 100 cases. That bound of an account counts only tries from addresses where it never passed, and no recovery codes,
 * which nobody guesses: who knows the password and tries from everywhere does not lock the owner out.
 */
export const CODE_TRIES = {
  accountAndAddress: { tries: 10, seconds: 60 },
  address: { tries: 100, seconds: 900 },
  accountAndAddressADay: { tries: 60, seconds: 86_400 },
  accountElsewhereADay: { tries: 30, seconds: 86_400 },
} as const;
/** How long an address counts as one of the account's own after a code was passed from it. */
const KNOWN_SECONDS = 30 * 86_400;

interface Bound {
  readonly tries: number;
  readonly seconds: number;
}

const GIVE_BACK = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`;

const pair = (account: string, address: string) => sha256Hex(`${account}|${address}`);
const keys = (account: string, address: string) => ({
  soon: `code:${pair(account, address)}`,
  day: `code-day:${pair(account, address)}`,
  address: `code:${sha256Hex(address)}`,
  elsewhere: `code-day:${account}`,
  known: `code-passed:${pair(account, address)}`,
});

/** Slows down who tries codes. What is counted comes before the check, so that many at once are counted too. */
@Injectable()
export class CodeThrottle {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Throws too_many_requests, whether the code would have been right or not. What one bound refuses no later one counts. */
  async count(account: string, address: string, kind: TypedCode['kind']): Promise<void> {
    const key = keys(account, address);
    await this.try(key.soon, CODE_TRIES.accountAndAddress);
    await this.try(key.address, CODE_TRIES.address);
    await this.try(key.day, CODE_TRIES.accountAndAddressADay);
    if (kind === 'recovery' || (await this.redis.exists(key.known)) === 1) return;
    await this.try(key.elsewhere, CODE_TRIES.accountElsewhereADay);
  }

  /** A code was right: the address is one of the account's own, and an office behind it does not use its tries up. */
  async passed(account: string, address: string): Promise<void> {
    const key = keys(account, address);
    await this.redis.multi().del(key.soon, key.day).eval(GIVE_BACK, 1, key.address).set(key.known, '1', 'EX', KNOWN_SECONDS).exec();
  }

  private async try(key: string, { tries, seconds }: Bound): Promise<void> {
    const [[, count] = []] = (await this.redis.multi().incr(key).expire(key, seconds, 'NX').exec()) ?? [];
    if (Number(count) > tries) throw new LeakwatchError('too_many_requests', 429, { details: { seconds } });
  }
}
