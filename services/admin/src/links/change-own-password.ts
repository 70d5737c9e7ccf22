import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { hashPassword } from '../identity/passwords.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { queueMail } from '../mails/mail.store.ts';
import { RenewSession } from '../profile/renew-session.ts';
import { describeChange } from '../mails/describe-change.ts';
import { endLinkCodes } from './link-code.store.ts';
import { replacePassword } from './password.store.ts';
import { DemandPassword } from '../passwords/demand-password.ts';
import { refused, RefusePassword } from '../passwords/refuse-password.ts';

/** Somebody signed in changes their password. Every session ends; this browser gets a new one. */
@Injectable()
export class ChangeOwnPassword {
  constructor(
    private readonly database: Database,
    private readonly demandPassword: DemandPassword,
    private readonly renew: RenewSession,
    private readonly botCheck: PassBotCheck,
    private readonly refuse: RefusePassword,
  ) {}

  /** Gives the token of the new session. Throws password_refused with the field that is at fault. */
  async run(caller: Caller, oldPassword: string, newPassword: string, proof: string | undefined): Promise<string> {
    if (caller.account !== null && caller.half) throw new NotAuthenticated('second_factor_due');
    await this.botCheck.run(proof, caller.address);
    const stored = await this.demandPassword.run(caller, oldPassword, 'old_password');
    if (oldPassword === newPassword) throw refused('new_password', 'password_same');
    await this.refuse.run(newPassword, stored);
    const hash = await hashPassword(newPassword);
    await this.database.inScope(IDENTITY, async (em) => {
      const epoch = await replacePassword(em, stored.id, stored.password_hash, hash);
      if (epoch === undefined) throw refused('old_password', 'password_wrong');
      await endLinkCodes(em, stored.id);
      await queueMail(em, 'password_changed', { account: stored.id }, describeChange(caller));
      await recordAudit(em, { kind: 'password_changed', account: stored.id, from: caller });
    });
    return this.renew.run(caller);
  }
}
