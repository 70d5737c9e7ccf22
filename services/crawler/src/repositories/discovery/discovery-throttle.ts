import { Injectable } from '@nestjs/common';
import { type RateLimit, RateLimiter, Unavailable } from '@leakwatch/platform';

/** New discoveries of one account; each may send fifty requests with an account of the pool. */
export const DISCOVERY_BEGINS = { name: 'discovery_begin', attempts: 20, seconds: 600 } as const satisfies RateLimit;
/** Calls of one account, those that ask for progress included: the console asks some forty times a minute. */
export const DISCOVERY_ASKS = { name: 'discovery_ask', attempts: 120, seconds: 60 } as const satisfies RateLimit;
/** Discoveries that one process works on at once. */
export const DISCOVERIES_AT_ONCE = 8;

/** Prevents one account from using up the installation's request quota at the hosts. */
@Injectable()
export class DiscoveryThrottle {
  constructor(private readonly limiter: RateLimiter) {}

  /** Throws too_many_requests. */
  async ask(accountId: string): Promise<void> {
    await this.limiter.require(DISCOVERY_ASKS, accountId);
  }

  /** Throws too_many_requests, and Unavailable when this process works on as many as it may. */
  async begin(accountId: string, running: number): Promise<void> {
    if (running >= DISCOVERIES_AT_ONCE) throw new Unavailable();
    await this.limiter.require(DISCOVERY_BEGINS, accountId);
  }
}
