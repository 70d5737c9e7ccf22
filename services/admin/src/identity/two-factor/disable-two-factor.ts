import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, LeakwatchError, NotAuthenticated } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { accountById } from '../account.store.ts';
import { raiseEpoch } from '../epoch.store.ts';
import { SessionStore } from '../session.store.ts';
import { isMandatoryFor, removeFactor, secondFactorOf } from './second-factor.store.ts';
import { invalidCode, SpendCode } from './spend-code.ts';

/**
 * Switches the second factor off, with a code: an open session alone must not be enough. Where the organisation makes
 * it mandatory the answer is 503, whatever else is wrong (spec/1-console section 8).
 */
@Injectable()
export class DisableTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly spendCode: SpendCode,
    private readonly sessions: SessionStore,
  ) {}

  /** Gives the token of the session that goes on; all others of the account are over. */
  async run(id: string, token: string | undefined, caller: Caller): Promise<string> {
    const { session } = caller;
    if (session === null) throw new NotAuthenticated();
    const { active, mandatory } = await this.database.inScope(IDENTITY, async (em) => ({
      active: (await secondFactorOf(em, id))?.active ?? false,
      mandatory: await isMandatoryFor(em, id),
    }));
    if (mandatory) throw new LeakwatchError('two_factor_mandatory', 503, { level: 'info' });
    if (!active) throw new Conflict('two_factor_inactive');
    if (token === undefined) throw invalidCode();
    const { before, account } = await this.spendCode.run({ account: id, from: caller, token }, ['totp', 'recovery'], async (em) => {
      const was = await accountById(em, id);
      await removeFactor(em, id);
      await raiseEpoch(em, id);
      await queueMail(em, 'second_factor_off', { account: id }, describeChange(caller));
      await recordAudit(em, { kind: 'second_factor_off', account: id, from: caller });
      return { before: was?.epoch, account: await accountById(em, id) };
    });
    if (account === undefined || before === undefined) throw new NotAuthenticated();
    return this.sessions.renew(session, account, before);
  }
}
