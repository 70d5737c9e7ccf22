import { Injectable } from '@nestjs/common';
import { type Caller, Database, Forbidden, IDENTITY, NotFound, type SqlEntityManager } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { OwnSessions } from '../../profile/own-sessions.store.ts';
import { accountById } from '../account.store.ts';
import { raiseEpoch } from '../epoch.store.ts';
import { SessionStore } from '../session.store.ts';
import { removeFactor } from './second-factor.store.ts';

/** Takes the second factor off an account whose owner lost it, and ends all its sessions. Asking twice changes nothing more. */
@Injectable()
export class ResetTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly own: OwnSessions,
  ) {}

  /** By staff; throws Forbidden `two_factor_own` for their own, which takes a code: an open session alone must not be enough. */
  async run(account: string, caller: Caller): Promise<void> {
    if (account === caller.account?.id) throw new Forbidden('two_factor_own');
    const epoch = await this.database.inScope(IDENTITY, async (em) => {
      if ((await accountById(em, account)) === undefined) throw new NotFound();
      const raised = await this.within(em, account, caller);
      if (raised !== undefined) await queueMail(em, 'second_factor_off', { account }, bySomebody(caller));
      return raised;
    });
    if (epoch !== undefined) await this.endSessions(account, epoch);
  }

  /** The change itself, in the caller's transaction; `endSessions` comes after it. undefined: there was nothing to take off. */
  async within(em: SqlEntityManager, account: string, caller: Caller): Promise<number | undefined> {
    if (!(await removeFactor(em, account))) return undefined;
    const raised = await raiseEpoch(em, account);
    await recordAudit(em, { kind: 'second_factor_reset', account, actor: caller.account?.id ?? null, from: caller });
    return raised;
  }

  async endSessions(account: string, epoch: number): Promise<void> {
    await this.sessions.tellEpoch(account, epoch);
    await this.own.forgetAll(account);
  }
}

/** The owner learns when; where somebody else sits is no business of theirs. */
export const bySomebody = (caller: Caller) => ({ ...describeChange(caller), address: '–', device: 'Leakwatch' });
