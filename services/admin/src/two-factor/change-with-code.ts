import { Injectable } from '@nestjs/common';
import { type Caller, NotAuthenticated, type SqlEntityManager } from '@leakwatch/platform';
import { activeAccount, raiseEpoch } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { RedeemCode } from './codes/redeem-code.ts';
import type { TypedCode } from './codes/typed-code.domain.ts';

export interface FactorChange {
  /** Names the audit record and the mail to the owner. */
  readonly kind: 'second_factor_off' | 'recovery_codes_made';
  /** Kinds of code that are accepted. */
  readonly codes: readonly TypedCode['kind'][];
  readonly apply: (em: SqlEntityManager) => Promise<unknown>;
}

/** A change of the caller's second factor that a code has to confirm. Ends all other sessions of the account. */
@Injectable()
export class ChangeWithCode {
  constructor(
    private readonly redeemCode: RedeemCode,
    private readonly sessions: SessionStore,
  ) {}

  /** Returns the token of the session that replaces the caller's. Throws two_factor_code_invalid, too_many_requests. */
  async run(id: string, token: string, caller: Caller, { kind, codes, apply }: FactorChange): Promise<string> {
    const { session } = caller;
    if (session === null) throw new NotAuthenticated();
    const { before, account } = await this.redeemCode.run({ account: id, from: caller, token }, codes, async (em) => {
      const { epoch } = await activeAccount(em, id);
      await apply(em);
      await raiseEpoch(em, id);
      await queueMail(em, kind, { account: id }, describeChange(caller));
      await recordAudit(em, { kind, account: id, from: caller });
      return { before: epoch, account: await activeAccount(em, id) };
    });
    return this.sessions.renew(session, account, before);
  }
}
