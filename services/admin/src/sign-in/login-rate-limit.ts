import { Injectable } from '@nestjs/common';
import { type CountedFrom, type RateLimit, RateLimiter, networkOf } from '@leakwatch/platform';

/**
 * Limits of sign-in attempts. The first is for one account from one address, so that an attacker elsewhere does not lock
 * the owner out. An address as a whole gets more: an office signs in through one. Where an account has more failures from all addresses
 * together than `account` in its hour, each address gets `slowed` for it as well: guessing from many addresses becomes slow, and the owner
 * still has tries of the own address.
 */
export const LOGIN_LIMITS = {
  accountAndAddress: { name: 'login_account', attempts: 10, seconds: 60 },
  address: { name: 'login_address', attempts: 100, seconds: 60 },
  account: { name: 'login_everywhere', attempts: 50, seconds: 3_600 },
  slowed: { name: 'login_slowed', attempts: 5, seconds: 900 },
} as const satisfies Record<string, RateLimit>;

const pairOf = (login: string, { address }: CountedFrom) => `${login}|${networkOf(address)}`;

/** Slows password guessing down. The answer is the same whether the account exists or not. */
@Injectable()
export class LoginRateLimit {
  constructor(private readonly limiter: RateLimiter) {}

  /** Counts an attempt. Throws too_many_requests. */
  async count(login: string, from: CountedFrom): Promise<void> {
    const pair = pairOf(login, from);
    await this.limiter.require(LOGIN_LIMITS.accountAndAddress, pair);
    await this.limiter.requireFrom(LOGIN_LIMITS.address, from);
    const { allowed } = await this.limiter.take(LOGIN_LIMITS.account, login);
    if (!allowed) await this.limiter.require(LOGIN_LIMITS.slowed, pair);
  }

  /** Call it when the password was right: the attempt was no failure. */
  async passed(login: string, from: CountedFrom): Promise<void> {
    await this.limiter.giveBack(LOGIN_LIMITS.account, login);
    await this.limiter.reset([LOGIN_LIMITS.slowed], pairOf(login, from));
  }
}
