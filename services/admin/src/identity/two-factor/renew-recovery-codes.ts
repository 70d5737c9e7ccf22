import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { accountById } from '../account.store.ts';
import { raiseEpoch } from '../epoch.store.ts';
import { SessionStore } from '../session.store.ts';
import { hashesOf } from './confirm-two-factor.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { replaceRecoveryCodes } from './recovery-code.store.ts';
import { secondFactorOf } from './second-factor.store.ts';
import { SpendCode } from './spend-code.ts';

/** Ten new recovery codes; the old ones stop to count. Only a code of the app asks for them, never a recovery code. */
@Injectable()
export class RenewRecoveryCodes {
  constructor(
    private readonly database: Database,
    private readonly spendCode: SpendCode,
    private readonly sessions: SessionStore,
  ) {}

  /** Gives the codes, and the token of the session that goes on; all others of the account are over. */
  async run(id: string, token: string, caller: Caller): Promise<{ codes: readonly string[]; token: string }> {
    const { session } = caller;
    if (session === null) throw new NotAuthenticated();
    const factor = await this.database.inScope(IDENTITY, (em) => secondFactorOf(em, id));
    if (factor?.active !== true) throw new Conflict('two_factor_inactive');
    const codes = newRecoveryCodes();
    const { before, account } = await this.spendCode.run({ account: id, from: caller, token }, ['totp'], async (em) => {
      const was = await accountById(em, id);
      await replaceRecoveryCodes(em, id, hashesOf(id, codes));
      await raiseEpoch(em, id);
      await queueMail(em, 'recovery_codes_made', { account: id }, describeChange(caller));
      await recordAudit(em, { kind: 'recovery_codes_made', account: id, from: caller });
      return { before: was?.epoch, account: await accountById(em, id) };
    });
    if (account === undefined || before === undefined) throw new NotAuthenticated();
    return { codes, token: await this.sessions.renew(session, account, before) };
  }
}
