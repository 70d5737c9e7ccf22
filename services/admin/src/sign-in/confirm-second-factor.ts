import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { activeAccount } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { supersedeRequests } from '../identity-verification/identity-request.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { type Confirmed, ConfirmSetUp } from '../two-factor/confirm-set-up.ts';
import { RedeemCode } from '../two-factor/codes/redeem-code.ts';
import { secondFactorOf } from '../two-factor/second-factor.store.ts';

/** A code completes what was begun: the sign-in where a second factor is active, otherwise the set-up of one. */
@Injectable()
export class ConfirmSecondFactor {
  constructor(
    private readonly database: Database,
    private readonly confirmSetUp: ConfirmSetUp,
    private readonly redeemCode: RedeemCode,
    private readonly sessions: SessionStore,
  ) {}

  /** Throws two_factor_not_begun, two_factor_active, two_factor_code_invalid, too_many_requests. */
  async run(id: string, token: string, caller: Caller): Promise<Confirmed> {
    const { pending, session } = caller;
    if (session === null) throw new NotAuthenticated();
    const factor = await this.database.inScope(IDENTITY, (em) => secondFactorOf(em, id));
    if (factor === null) throw new Conflict('two_factor_not_begun');
    if (!factor.active) return this.confirmSetUp.run(factor, { account: id, token, session, from: caller });
    if (!pending) throw new Conflict('two_factor_active');
    const account = await this.redeemCode.run({ account: id, from: caller, token }, ['totp', 'recovery'], async (em) => {
      await supersedeRequests(em, id);
      await recordAudit(em, { kind: 'login', account: id, from: caller });
      return activeAccount(em, id);
    });
    return { account, token: await this.sessions.renew(session, account, account.epoch), recoveryCodes: [] };
  }
}
