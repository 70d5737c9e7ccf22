import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, type RateLimit, RateLimiter } from '@leakwatch/platform';
import { activeAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { secondFactorOf } from '../two-factor/second-factor.store.ts';
import { addIdentityRequest, approversOf } from './identity-request.store.ts';

/** A request sends a mail to everybody in the organisation. An office shares an address, so an address gets more. */
export const REQUEST_LIMITS = {
  account: { name: 'identity_account', attempts: 3, seconds: 3600 },
  address: { name: 'identity_address', attempts: 30, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;

/** A person who has lost the second factor asks colleagues and staff to confirm their identity (docs/behaviour/access.md). */
@Injectable()
export class RequestVerification {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  /** Throws too_many_requests, or Conflict `two_factor_inactive` for an account without a second factor. */
  async run(caller: Caller): Promise<void> {
    const { id } = signedIn(caller);
    await this.limiter.requireFrom(REQUEST_LIMITS.address, caller);
    await this.limiter.require(REQUEST_LIMITS.account, id);
    await this.database.inScope(IDENTITY, async (em) => {
      const account = await activeAccount(em, id);
      if ((await secondFactorOf(em, id))?.active !== true) throw new Conflict('two_factor_inactive');
      const request = await addIdentityRequest(em, account);
      const details = { request, email: account.email, ...describeChange(caller) };
      for (const approver of await approversOf(em, id)) await queueMail(em, 'identity_request', { account: approver.id }, details);
      // An attacker who only knows the password must not stay unnoticed.
      await queueMail(em, 'identity_asked', { account: id }, describeChange(caller));
      await recordAudit(em, { kind: 'identity_asked', account: id, from: caller, detail: { request } });
    });
  }
}
