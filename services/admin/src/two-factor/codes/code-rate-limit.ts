import { Inject, Injectable } from '@nestjs/common';
import { type CountedFrom, type RateLimit, RateLimiter, REDIS, sha256Hex, networkOf } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import type { TypedCode } from './typed-code.domain.ts';

/**
 * Limits of code attempts. Three of a million codes are valid at a time: with 30 attempts a day an attacker guesses one
 * within a year with a probability of 3 %. The daily limit of an account counts only attempts from addresses where no code
 * of it has passed, and no recovery codes, which cannot be guessed: an attacker who knows the password and tries from many
 * addresses does not lock the owner out.
 */
export const CODE_LIMITS = {
  accountAndAddress: { name: 'code_account', attempts: 10, seconds: 60 },
  address: { name: 'code_address', attempts: 100, seconds: 900 },
  accountAndAddressADay: { name: 'code_account_day', attempts: 60, seconds: 86_400 },
  accountElsewhereADay: { name: 'code_elsewhere_day', attempts: 30, seconds: 86_400 },
} as const satisfies Record<string, RateLimit>;
/** For how long an address is known for an account after a code has passed from it. */
const KNOWN_SECONDS = 30 * 86_400;

const pairOf = (account: string, address: string) => `${account}|${networkOf(address)}`;
const knownKey = (account: string, address: string) => `code-passed:${sha256Hex(pairOf(account, address))}`;

/** Slows code guessing down. Attempts are counted before the check, so that concurrent ones are counted as well. */
@Injectable()
export class CodeRateLimit {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** Counts an attempt. Throws too_many_requests, also for a valid code. An attempt that one limit refuses is not counted by the next. */
  async count(account: string, from: CountedFrom, kind: TypedCode['kind']): Promise<void> {
    const { address } = from;
    const pair = pairOf(account, address);
    await this.limiter.require(CODE_LIMITS.accountAndAddress, pair);
    await this.limiter.requireFrom(CODE_LIMITS.address, from);
    await this.limiter.require(CODE_LIMITS.accountAndAddressADay, pair);
    if (kind === 'recovery' || (await this.redis.exists(knownKey(account, address))) === 1) return;
    await this.limiter.require(CODE_LIMITS.accountElsewhereADay, account);
  }

  /** Call it when a code was valid: the address becomes known, and the attempt does not count for an office behind it. */
  async passed(account: string, address: string): Promise<void> {
    await this.limiter.reset([CODE_LIMITS.accountAndAddress, CODE_LIMITS.accountAndAddressADay], pairOf(account, address));
    await this.limiter.giveBack(CODE_LIMITS.address, networkOf(address));
    await this.redis.set(knownKey(account, address), '1', 'EX', KNOWN_SECONDS);
  }
}
