import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { hashPassword, passwordFits } from '../identity/passwords.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { queueMail } from '../mails/mail.store.ts';
import { RenewSession } from '../profile/renew-session.ts';
import { describeChange } from '../mails/describe-change.ts';
import { endLinkCodes } from './link-code.store.ts';
import { replacePassword, storedPassword } from './password.store.ts';
import { demandGoodPassword, refused } from './refuse-password.ts';
import { Tries } from './tries.ts';

/** Somebody signed in changes their password. Every session ends; this browser gets a new one. */
@Injectable()
export class ChangeOwnPassword {
  private readonly database: Database;
  private readonly tries: Tries;
  private readonly renew: RenewSession;
  private readonly botCheck: PassBotCheck;

  constructor(database: Database, tries: Tries, renew: RenewSession, botCheck: PassBotCheck) {
    this.database = database;
    this.tries = tries;
    this.renew = renew;
    this.botCheck = botCheck;
  }

  /** Gives the token of the new session. Throws password_refused with the field that is at fault. */
  async run(caller: Caller, oldPassword: string, newPassword: string, proof: string | undefined): Promise<string> {
    const { account: signedIn } = caller;
    if (signedIn === null) throw new NotAuthenticated();
    if (caller.half) throw new NotAuthenticated('second_factor_due');
    await this.tries.demand('old_password', signedIn.id);
    await this.botCheck.run(proof, caller.address);
    const stored = await this.database.inScope(IDENTITY, (em) => storedPassword(em, signedIn.id));
    if (stored === undefined) throw new NotAuthenticated();
    if (!(await passwordFits(stored.password_hash, oldPassword))) throw refused('old_password', 'password_wrong');
    demandGoodPassword(newPassword);
    if (oldPassword === newPassword) throw refused('new_password', 'password_same');
    const hash = await hashPassword(newPassword);
    await this.database.inScope(IDENTITY, async (em) => {
      const epoch = await replacePassword(em, signedIn.id, stored.password_hash, hash);
      if (epoch === undefined) throw refused('old_password', 'password_wrong');
      await endLinkCodes(em, signedIn.id);
      await queueMail(em, 'password_changed', { account: signedIn.id }, describeChange(caller));
      await recordAudit(em, { kind: 'password_changed', account: signedIn.id, from: caller });
    });
    return this.renew.run(caller);
  }
}
