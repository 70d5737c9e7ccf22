import { Injectable } from '@nestjs/common';
import { type RateLimit, RateLimiter, networkOf } from '@leakwatch/platform';

/**
 * Limits of sign-in attempts. The first is for one account from one address, so that an attacker elsewhere does not lock
 * the owner out. An address as a whole gets more: an office signs in through one.
 */
export const LOGIN_LIMITS = {
  accountAndAddress: { name: 'login_account', attempts: 10, seconds: 60 },
  address: { name: 'login_address', attempts: 100, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

/** Slows password guessing down. The answer is the same whether the account exists or not. */
@Injectable()
export class LoginRateLimit {
  constructor(private readonly limiter: RateLimiter) {}

  /** Counts an attempt. Throws too_many_requests. */
  async count(login: string, address: string): Promise<void> {
    const network = networkOf(address);
    await this.limiter.require(LOGIN_LIMITS.accountAndAddress, `${login}|${network}`);
    await this.limiter.require(LOGIN_LIMITS.address, network);
  }
}
