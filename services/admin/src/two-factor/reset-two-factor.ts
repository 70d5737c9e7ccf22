import { Injectable } from '@nestjs/common';
import { type Caller, Database, Forbidden, IDENTITY, NotFound, type SqlEntityManager } from '@leakwatch/platform';
import { accountById, raiseEpoch } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChangeByAnother } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';
import { removeFactor } from './second-factor.store.ts';

/** Removes the second factor of an account whose owner has lost it, and ends the account's sessions. A second call changes nothing. */
@Injectable()
export class ResetTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly endAllSessions: EndAllSessions,
  ) {}

  /** By staff. Throws Forbidden `two_factor_own` for their own account: without a code, an open session must not be enough. */
  async run(account: string, caller: Caller): Promise<void> {
    if (account === caller.account?.id) throw new Forbidden('two_factor_own');
    const epoch = await this.database.inScope(IDENTITY, async (em) => {
      if ((await accountById(em, account)) === null) throw new NotFound();
      const raised = await this.within(em, account, caller);
      if (raised !== undefined) await queueMail(em, 'second_factor_off', { account }, describeChangeByAnother(caller));
      return raised;
    });
    if (epoch !== undefined) await this.endAllSessions.run(account, epoch);
  }

  /**
   * The change alone, in the caller's transaction. Returns the new epoch, for which the caller ends the sessions after the
   * transaction; undefined when no second factor was active.
   */
  async within(em: SqlEntityManager, account: string, caller: Caller): Promise<number | undefined> {
    if (!(await removeFactor(em, account))) return undefined;
    const raised = await raiseEpoch(em, account);
    await recordAudit(em, { kind: 'second_factor_reset', account, actor: caller.account?.id ?? null, from: caller });
    return raised;
  }
}
