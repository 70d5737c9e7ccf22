import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, Vault } from '@leakwatch/platform';
import { type Account, activeAccount, raiseEpoch } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { CodeRateLimit } from './codes/code-rate-limit.ts';
import { replaceRecoveryCodes } from './codes/recovery-code.store.ts';
import { hashRecoveryCodes, newRecoveryCodes } from './codes/recovery-codes.ts';
import { invalidCode, seedContext } from './codes/redeem-code.ts';
import { activateFactor, type SecondFactor } from './second-factor.store.ts';
import { stepOfCode } from './codes/totp.ts';
import { readCode } from './codes/typed-code.domain.ts';

export interface Confirmed {
  readonly account: Account;
  /** Of the new session, which never has the id of the one before the second factor. */
  readonly token: string;
  /** Empty unless a set-up was confirmed. */
  readonly recoveryCodes: readonly string[];
}

interface Confirmation {
  readonly account: string;
  /** The code as it was typed. */
  readonly token: string;
  readonly session: string;
  readonly from: Caller;
}

/** Activates a second factor whose seed the account's authenticator app has, as the code shows. Ends all sessions but this one. */
@Injectable()
export class ConfirmSetUp {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly rateLimit: CodeRateLimit,
    private readonly sessions: SessionStore,
  ) {}

  /** Throws two_factor_code_invalid, too_many_requests. */
  async run(factor: SecondFactor, { account: id, token, session, from }: Confirmation): Promise<Confirmed> {
    const typed = readCode(token);
    await this.rateLimit.count(id, from, typed.kind);
    const step = typed.kind === 'totp' ? await stepOfCode(this.vault.open(factor.seed, seedContext(id)), typed.code) : null;
    if (step === null) throw invalidCode();
    const recoveryCodes = newRecoveryCodes();
    const { before, account } = await this.database.inScope(IDENTITY, async (em) => {
      if (!(await activateFactor(em, factor.id, step))) throw invalidCode();
      await replaceRecoveryCodes(em, id, hashRecoveryCodes(id, recoveryCodes));
      const { epoch } = await activeAccount(em, id);
      await raiseEpoch(em, id);
      await queueMail(em, 'second_factor_on', { account: id }, describeChange(from));
      await recordAudit(em, { kind: 'second_factor_on', account: id, from });
      if (from.pending) await recordAudit(em, { kind: 'login', account: id, from });
      return { before: epoch, account: await activeAccount(em, id) };
    });
    await this.rateLimit.passed(id, from.address);
    return { account, token: await this.sessions.renew(session, account, before), recoveryCodes };
  }
}
