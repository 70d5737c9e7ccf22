import { Injectable } from '@nestjs/common';
import { type CountedFrom, Database, IDENTITY, type RateLimit, RateLimiter } from '@leakwatch/platform';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { queueMail } from '../mails/mail.store.ts';

/** An office shares an address, so an address gets more. */
export const RECOVERY_LIMITS = {
  address: { name: 'recovery_address', attempts: 30, seconds: 600 },
  account: { name: 'recovery_account', attempts: 3, seconds: 900 },
} as const satisfies Record<string, RateLimit>;

/**
 * Queues the mail for a forgotten password. It looks up no account, so that neither the answer nor its time reveals
 * whether there is one: the delivery finds that out.
 */
@Injectable()
export class RequestRecovery {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly botCheck: PassBotCheck,
  ) {}

  /** Throws too_many_requests for an address. An account over its limit gets no more mails, and the answer is the same. */
  async run(email: string, proof: string | undefined, from: CountedFrom): Promise<void> {
    // As with signing in: what has no proof of work uses up nobody's attempts.
    await this.botCheck.run(proof, from.address);
    await this.limiter.requireFrom(RECOVERY_LIMITS.address, from);
    const { allowed } = await this.limiter.take(RECOVERY_LIMITS.account, email);
    if (!allowed) return;
    await this.database.inScope(IDENTITY, (em) => queueMail(em, 'recovery', { email }));
  }
}
