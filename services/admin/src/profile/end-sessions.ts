import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated, NotFound } from '@leakwatch/platform';
import { raiseEpoch } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { ConfirmPassword } from '../passwords/confirm-password.ts';
import { AccountSessions } from '../sessions/account-sessions.store.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';
import { SessionStore } from '../sessions/session.store.ts';

/** A person ends sessions of their own account, and confirms it with the password. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly accountSessions: AccountSessions,
    private readonly endAllSessions: EndAllSessions,
    private readonly confirmPassword: ConfirmPassword,
  ) {}

  /** Throws password_refused, and NotFound where the account has no such session. */
  async one(caller: Caller, id: string, password: string): Promise<void> {
    const account = await this.confirmPassword.run(caller, password);
    const hash = await this.accountSessions.find(account.id, id);
    if (hash === undefined) throw new NotFound();
    await this.database.inScope(IDENTITY, (em) => recordAudit(em, { kind: 'session_ended', account: account.id, from: caller }));
    await this.sessions.end(hash);
    await this.accountSessions.forget(account.id, hash);
  }

  /** Raises the epoch, which ends every session. Returns the token of the session that replaces the caller's. Throws password_refused. */
  async others(caller: Caller, password: string): Promise<string> {
    const account = await this.confirmPassword.run(caller, password);
    const epoch = await this.database.inScope(IDENTITY, async (em) => {
      await recordAudit(em, { kind: 'sessions_ended', account: account.id, from: caller });
      return raiseEpoch(em, account.id);
    });
    if (epoch === undefined) throw new NotAuthenticated();
    return this.endAllSessions.andRenew(caller, epoch);
  }
}
