import { Injectable } from '@nestjs/common';
import { type RateLimit, RateLimiter } from '@leakwatch/platform';

/** Trials of one account: a form asks for up to fifty expressions when it opens, and for one after each change. */
export const TRIALS_OF_ACCOUNT = { name: 'expression_try', attempts: 200, seconds: 60 } as const satisfies RateLimit;
/** Trials of an organisation: with the longest samples they keep one thread busy for about two minutes. */
export const TRIALS_OF_ORGANISATION = { name: 'expression_try_organisation', attempts: 400, seconds: 60 } as const satisfies RateLimit;
/** Saves with expressions; each may hold as many as the tariff allows, about a millisecond of a thread for one. */
export const SAVES_OF_ORGANISATION = { name: 'expression_save', attempts: 60, seconds: 60 } as const satisfies RateLimit;

/** Limits how often the engine is asked. Every method throws too_many_requests. */
@Injectable()
export class ExpressionThrottle {
  constructor(private readonly limiter: RateLimiter) {}

  /** @param organisation null for staff */
  async try(account: string, organisation: string | null): Promise<void> {
    await this.limiter.require(TRIALS_OF_ACCOUNT, account);
    if (organisation !== null) await this.limiter.require(TRIALS_OF_ORGANISATION, organisation);
  }

  async save(organisation: string): Promise<void> {
    await this.limiter.require(SAVES_OF_ORGANISATION, organisation);
  }
}
