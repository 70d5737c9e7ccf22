import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotFound } from '@leakwatch/platform';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { OwnSessions } from '../../profile/own-sessions.store.ts';
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

  async run(account: string, caller: Caller): Promise<void> {
    const epoch = await this.database.inScope(IDENTITY, async (em) => {
      await removeFactor(em, account);
      const raised = await raiseEpoch(em, account);
      if (raised !== undefined) await queueMail(em, 'second_factor_off', { account }, byStaff(caller));
      return raised;
    });
    if (epoch === undefined) throw new NotFound();
    await this.sessions.tellEpoch(account, epoch);
    await this.own.forgetAll(account);
  }
}

/** The owner learns when; where staff sit is no business of theirs. */
const byStaff = (caller: Caller) => ({ ...describeChange(caller), address: '–', device: 'Leakwatch' });
