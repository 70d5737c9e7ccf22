import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { CheckNewPassword, passwordRefused } from '../passwords/check-new-password.ts';
import { ConfirmPassword } from '../passwords/confirm-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { replacePassword } from '../passwords/password.store.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';
import { revokeLinkCodes } from './link-code.store.ts';

/** A signed-in person changes their password. All sessions end, and this browser gets a new one. */
@Injectable()
export class ChangeOwnPassword {
  constructor(
    private readonly database: Database,
    private readonly confirmPassword: ConfirmPassword,
    private readonly endAllSessions: EndAllSessions,
    private readonly botCheck: PassBotCheck,
    private readonly checkNewPassword: CheckNewPassword,
  ) {}

  /** Returns the token of the new session. Throws password_refused with the field that was refused. */
  async run(caller: Caller, oldPassword: string, newPassword: string, proof: string | undefined): Promise<string> {
    if (caller.account !== null && caller.pending) throw new NotAuthenticated('second_factor_due');
    await this.botCheck.run(proof, caller.address);
    const stored = await this.confirmPassword.run(caller, oldPassword, 'old_password');
    if (oldPassword === newPassword) throw passwordRefused('new_password', 'password_same');
    await this.checkNewPassword.run(newPassword, stored);
    const hash = await hashPassword(newPassword);
    const raised = await this.database.inScope(IDENTITY, async (em) => {
      const epoch = await replacePassword(em, stored.id, stored.password_hash, hash);
      if (epoch === undefined) throw passwordRefused('old_password', 'password_wrong');
      await revokeLinkCodes(em, stored.id);
      await queueMail(em, 'password_changed', { account: stored.id }, describeChange(caller));
      await recordAudit(em, { kind: 'password_changed', account: stored.id, from: caller });
      return epoch;
    });
    return this.endAllSessions.andRenew(caller, raised);
  }
}
