import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, NotAuthenticated, type SqlEntityManager, Vault } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { type Account, accountById } from '../account.store.ts';
import { raiseEpoch } from '../epoch.store.ts';
import { overtakeRequests } from '../verification/identity-request.store.ts';
import { SessionStore } from '../session.store.ts';
import { CodeThrottle } from './code-throttle.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { replaceRecoveryCodes } from './recovery-code.store.ts';
import { activateFactor, secondFactorOf, type SecondFactor } from './second-factor.store.ts';
import { invalidCode, seedContext, SpendCode } from './spend-code.ts';
import { stepOfCode } from './totp.ts';
import { readCode } from './two-factor.domain.ts';

export interface Confirmed {
  readonly account: Account;
  /** Of the new session: passing the second factor never keeps the old one's id. */
  readonly token: string;
  readonly recoveryCodes: readonly string[];
}

/** A code finishes what is open: signing in where a second factor is active, else the set-up that was begun. */
@Injectable()
export class ConfirmTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly throttle: CodeThrottle,
    private readonly spendCode: SpendCode,
    private readonly sessions: SessionStore,
  ) {}

  async run(id: string, token: string, caller: Caller): Promise<Confirmed> {
    const { half, session } = caller;
    if (session === null) throw new NotAuthenticated();
    const factor = await this.database.inScope(IDENTITY, (em) => secondFactorOf(em, id));
    if (factor === undefined) throw new Conflict('two_factor_not_begun');
    if (!factor.active) return this.setUp(id, token, factor, session, caller);
    if (!half) throw new Conflict('two_factor_active');
    const account = await this.spendCode.run({ account: id, from: caller, token }, ['totp', 'recovery'], async (em) => {
      await overtakeRequests(em, id);
      await recordAudit(em, { kind: 'login', account: id, from: caller });
      return activeAccount(em, id);
    });
    return { account, token: await this.sessions.renew(session, account, account.epoch), recoveryCodes: [] };
  }

  private async setUp(id: string, token: string, factor: SecondFactor, session: string, caller: Caller): Promise<Confirmed> {
    const { address } = caller;
    const typed = readCode(token);
    await this.throttle.count(id, address, typed.kind);
    const step = typed.kind === 'totp' ? await stepOfCode(this.vault.open(factor.seed, seedContext(id)), typed.code) : null;
    if (step === null) throw invalidCode();
    const recoveryCodes = newRecoveryCodes();
    const { before, account } = await this.database.inScope(IDENTITY, async (em) => {
      if (!(await activateFactor(em, factor.id, step))) throw invalidCode();
      await replaceRecoveryCodes(em, id, hashesOf(id, recoveryCodes));
      const { epoch } = await activeAccount(em, id);
      await raiseEpoch(em, id);
      await queueMail(em, 'second_factor_on', { account: id }, describeChange(caller));
      await recordAudit(em, { kind: 'second_factor_on', account: id, from: caller });
      if (caller.half) await recordAudit(em, { kind: 'login', account: id, from: caller });
      return { before: epoch, account: await activeAccount(em, id) };
    });
    await this.throttle.passed(id, address);
    return { account, token: await this.sessions.renew(session, account, before), recoveryCodes };
  }
}

async function activeAccount(em: SqlEntityManager, id: string): Promise<Account> {
  const account = await accountById(em, id);
  if (account === undefined || !account.active) throw new NotAuthenticated();
  return account;
}

/** Codes as they rest; people's dashes are no part of them. */
export const hashesOf = (account: string, codes: readonly string[]): string[] =>
  codes.map((code) => hashRecoveryCode(account, code.replaceAll('-', '')));
